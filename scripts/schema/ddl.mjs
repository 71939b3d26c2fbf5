/**
 * schema.prisma as MySQL DDL: what Prisma Migrate would create on an empty database, without its engine.
 * Knows what this schema uses (scalar columns, enums, defaults, keys). Anything else in it is an error, not a silent gap.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Column types of fields without an `@db.` attribute. */
const BASE = new Map(
  Object.entries({
    String: 'VARCHAR(191)',
    Int: 'INTEGER',
    BigInt: 'BIGINT',
    Float: 'DOUBLE',
    Decimal: 'DECIMAL(65, 30)',
    Boolean: 'BOOLEAN',
    DateTime: 'DATETIME(3)',
    Json: 'JSON',
    Bytes: 'LONGBLOB',
  }),
)

/** @typedef {{ name: string, dbName?: string | null, kind: string, type: string, isRequired: boolean, isList: boolean, nativeType?: [string, string[]] | null, default?: unknown }} Field */
/** @typedef {{ name: string, dbName?: string | null, fields: Field[] }} Model */
/** @typedef {{ model: string, type: 'id' | 'unique' | 'normal' | 'fulltext', dbName?: string, fields: Array<{ name: string, length?: number, sortOrder?: string }> }} Index */

/**
 * @param {string} file path of schema.prisma
 * @returns {string[]} one CREATE TABLE per model
 */
export function schemaDdl(file) {
  const wasm = createRequire(import.meta.url)('@prisma/prisma-schema-wasm')
  const dmmf = wasm.get_dmmf(JSON.stringify({ prismaSchema: [[file, readFileSync(file, 'utf8')]] }))
  /** @type {{ datamodel: { models: Model[], enums: Array<{ name: string, values: Array<{ name: string, dbName?: string | null }> }>, indexes: Index[] } }} */
  const { datamodel } = JSON.parse(dmmf)
  const enums = new Map(datamodel.enums.map((one) => [one.name, one.values.map((value) => value.dbName ?? value.name)]))
  return datamodel.models.map((model) => {
    const indexes = datamodel.indexes.filter((index) => index.model === model.name)
    return createTable(model, indexes, enums)
  })
}

/**
 * @param {Model} model
 * @param {Index[]} indexes
 * @param {Map<string, string[]>} enums
 */
function createTable(model, indexes, enums) {
  const table = model.dbName ?? model.name
  const columnOf = new Map(model.fields.map((field) => [field.name, field.dbName ?? field.name]))
  const lines = model.fields.map((field) => {
    if (field.kind === 'object' || field.isList)
      throw new Error(`${table}.${field.name}: relations and lists are not part of this schema`)
    return `${quoted(field.dbName ?? field.name)} ${columnType(field, enums)} ${field.isRequired ? 'NOT NULL' : 'NULL'}${defaultOf(field)}`
  })
  for (const index of indexes) {
    const columns = index.fields.map((field) => {
      const length = field.length ? `(${field.length})` : ''
      return `${quoted(columnOf.get(field.name) ?? field.name)}${length}${field.sortOrder === 'desc' ? ' DESC' : ''}`
    })
    lines.push(`${indexHead(index, table, columnOf)} (${columns.join(', ')})`)
  }
  return `CREATE TABLE ${quoted(table)} (\n  ${lines.join(',\n  ')}\n) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`
}

/**
 * @param {Index} index
 * @param {string} table
 * @param {Map<string, string>} columnOf
 */
function indexHead(index, table, columnOf) {
  if (index.type === 'id') return 'PRIMARY KEY'
  const columns = index.fields.map((field) => columnOf.get(field.name) ?? field.name).join('_')
  const name = quoted(index.dbName ?? `${table}_${columns}_${index.type === 'unique' ? 'key' : 'idx'}`)
  if (index.type === 'unique') return `UNIQUE INDEX ${name}`
  return index.type === 'fulltext' ? `FULLTEXT INDEX ${name}` : `INDEX ${name}`
}

/**
 * @param {Field} field
 * @param {Map<string, string[]>} enums
 */
function columnType(field, enums) {
  if (field.kind === 'enum') return `ENUM(${(enums.get(field.type) ?? []).map(literal).join(', ')})`
  if (!field.nativeType) {
    const base = BASE.get(field.type)
    if (!base) throw new Error(`no column type known for ${field.name} ${field.type}`)
    return base
  }
  const [name, args] = field.nativeType
  const size = args.length ? `(${args.join(', ')})` : ''
  return name.startsWith('Unsigned')
    ? `${name.slice('Unsigned'.length).toUpperCase()}${size} UNSIGNED`
    : `${name.toUpperCase()}${size}`
}

/** @param {Field} field */
function defaultOf(field) {
  const value = field.default
  if (value === undefined || value === null) return ''
  if (typeof value === 'object' && 'name' in value)
    return functionDefault(field, /** @type {{ name: string, args: unknown[] }} */ (value))
  if (typeof value === 'boolean' || ['Int', 'BigInt', 'Float', 'Decimal'].includes(field.type))
    return ` DEFAULT ${value}`
  return ` DEFAULT ${literal(value)}`
}

/**
 * @param {Field} field
 * @param {{ name: string, args: unknown[] }} call
 */
function functionDefault(field, call) {
  if (call.name === 'autoincrement') return ' AUTO_INCREMENT'
  if (call.name === 'dbgenerated') return ` DEFAULT ${call.args[0]}`
  if (call.name === 'now') {
    const precision = field.nativeType?.[1][0] ?? '3'
    return ` DEFAULT CURRENT_TIMESTAMP${precision === '0' ? '' : `(${precision})`}`
  }
  return '' // cuid(), uuid() and the like are made by the client
}

const quoted = (/** @type {string} */ name) => `\`${name}\``
const literal = (/** @type {unknown} */ text) => `'${String(text).replaceAll("'", "''")}'`
