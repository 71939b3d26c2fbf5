/** What a database says about its own tables, as one line per fact, so that two databases compare as two lists. */

/** Collations and CHECKs are left out: migrations may add them, schema.prisma cannot say them. */
const QUERIES = [
  `SELECT 'column' AS kind, TABLE_NAME AS tbl, COLUMN_NAME AS name, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY 2, 3`,
  `SELECT 'index' AS kind, TABLE_NAME AS tbl, INDEX_NAME AS name, SEQ_IN_INDEX, COLUMN_NAME, NON_UNIQUE, SUB_PART, COLLATION AS direction
     FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() ORDER BY 2, 3, 4`,
  `SELECT 'foreign key' AS kind, TABLE_NAME AS tbl, CONSTRAINT_NAME AS name, REFERENCED_TABLE_NAME, DELETE_RULE, UPDATE_RULE
     FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE() ORDER BY 2, 3`,
]

/**
 * @param {import('mysql2/promise').Connection} db
 * @returns {Promise<string[]>} without Prisma's own table
 */
export async function tableFacts(db) {
  const facts = []
  for (const sql of QUERIES) {
    const [rows] = await db.query(sql)
    for (const row of /** @type {Array<Record<string, unknown>>} */ (rows)) {
      if (row.tbl !== '_prisma_migrations') facts.push(factLine(row))
    }
  }
  return facts
}

/**
 * First columns of every primary and unique key.
 * @param {import('mysql2/promise').Connection} db
 * @returns {Promise<Array<{ table: string, key: string, first: string }>>}
 */
export async function uniqueKeys(db) {
  const [rows] = await db.query(
    `SELECT TABLE_NAME AS tbl, INDEX_NAME AS name, COLUMN_NAME AS col FROM information_schema.STATISTICS
      WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 0 AND SEQ_IN_INDEX = 1 AND TABLE_NAME <> '_prisma_migrations' ORDER BY 1, 2`,
  )
  return /** @type {Array<Record<string, unknown>>} */ (rows).map((row) => ({
    table: String(row.tbl),
    key: String(row.name),
    first: String(row.col),
  }))
}

/** @param {Record<string, unknown>} row */
function factLine(row) {
  const { kind, tbl, name, ...rest } = row
  const details = Object.entries(rest).map(([key, value]) => `${key.toLowerCase()}=${value}`)
  return `${kind} ${tbl}.${name} ${details.join(' ')}`
}
