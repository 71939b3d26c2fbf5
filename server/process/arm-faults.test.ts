import { afterEach, expect, test } from 'vitest'
import { armFaultPoints, faultPoint } from '#server/domain/operations/fault-point.ts'
import { armFaults, parseFaults } from './arm-faults.ts'

afterEach(() => armFaultPoints(null))

test('a list of faults is read whole or refused with what there is', () => {
  expect([...parseFaults('after-claim=kill,after-lease=stall:8000')]).toEqual([
    ['after-claim', { do: 'kill' }],
    ['after-lease', { do: 'stall', ms: 8000 }],
  ])
  expect(parseFaults('').size).toBe(0)
  expect(() => parseFaults('nowhere=kill')).toThrow(/names nowhere; there are: after-claim/)
  expect(() => parseFaults('after-claim=explode')).toThrow(/says explode/)
})

test('a stall blocks the process at its point, once', () => {
  armFaults({ NODE_ENV: 'test', CHAOS_FAULTS: 'before-send=stall:60' })
  const took_ms = (work: () => void) => {
    const started = performance.now()
    work()
    return performance.now() - started
  }
  expect(took_ms(() => faultPoint('after-claim'))).toBeLessThan(30)
  expect(took_ms(() => faultPoint('before-send'))).toBeGreaterThanOrEqual(55)
  expect(took_ms(() => faultPoint('before-send'))).toBeLessThan(30)
})

test('production is never armed', () => {
  armFaults({ NODE_ENV: 'production', CHAOS_FAULTS: 'after-claim=kill' })
  faultPoint('after-claim')
})
