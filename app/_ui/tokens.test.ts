import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
)

const TEXT = ['ink', 'muted', 'brass', 'danger', 'warn', 'good']
const BEHIND = ['wall', 'surface', 'raised', 'sunken', 'hover', 'selected', 'brass-soft', 'danger-soft', 'warn-soft']
const LARGE = [
  ['edge', 'wall'],
  ['edge', 'surface'],
  ['edge', 'raised'],
  ['edge', 'sunken'],
  ['focus', 'selected'],
  ['focus', 'wall'],
]

describe.each(['light', 'dark'] as const)('colours of the %s theme', (theme) => {
  test.each(TEXT.flatMap((text) => BEHIND.map((behind) => [text, behind])))(
    '%s is readable on %s (4.5:1)',
    (text, behind) => {
      expect(contrast(colour(text, theme), colour(behind, theme))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each([
    ['on-brass', 'brass'],
    ['on-danger', 'danger'],
  ])('%s is readable on %s (4.5:1)', (text, behind) => {
    expect(contrast(colour(text, theme), colour(behind, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(LARGE)('%s is visible on %s (3:1)', (mark, behind) => {
    expect(contrast(colour(mark, theme), colour(behind, theme))).toBeGreaterThanOrEqual(3)
  })
})

function colour(name: string | undefined, theme: 'light' | 'dark'): string {
  const value = tokens.get(name)?.[theme]
  if (!value) throw new Error(`no colour token --${name}`)
  return value
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
