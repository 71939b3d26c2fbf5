import { expect, test } from 'vitest'
import { layOutDay } from './lay-out-day.ts'

const items = (...tops: number[]) => tops.map((top, i) => ({ id: String(i), top }))

test('what stands apart has the whole width', () => {
  expect(layOutDay(items(0, 60, 120), 30, 3).laid.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ])
})

test('what overlaps shares it, and a lane is used again as soon as it is free', () => {
  const { laid, crowds } = layOutDay(items(0, 10, 30, 45), 30, 3)
  expect(laid.map(({ top, lane, lanes }) => [top, lane, lanes])).toEqual([
    [0, 0, 2],
    [10, 1, 2],
    [30, 0, 2],
    [45, 1, 2],
  ])
  expect(crowds).toEqual([])
})

test('nothing is lost where there is no room: shown and counted are all', () => {
  const many = items(...Array.from({ length: 200 }, (_, i) => Math.floor(i / 20)))
  const { laid, crowds } = layOutDay(many, 30, 3)
  expect(laid).toHaveLength(2)
  expect(laid.length + crowds.reduce((sum, { items: rest }) => sum + rest.length, 0)).toBe(200)
  expect(crowds[0]).toMatchObject({ lane: 2, lanes: 3 })
})
