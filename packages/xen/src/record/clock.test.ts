import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RemoteShell } from '../remote-shell.ts'
import { driftBetween, readClock, readDate } from './clock.ts'

const trip = fc.record({
  there: fc.double({ min: 0.001, max: 2, noNaN: true }),
  back: fc.double({ min: 0.001, max: 2, noNaN: true }),
})

/** A host whose clock is ahead, over a network with the given delays. */
function hostAhead(seconds: number, trips: { there: number; back: number }[], format = 9) {
  let now = 1_795_000_000
  let asked = 0
  const run = async () => {
    const { there, back } = trips[asked++ % trips.length]!
    now += there
    const shown = now + seconds
    now += back
    const stdout = format === 0 ? `${Math.floor(shown)}\n` : `${shown.toFixed(format)}\n`
    return { exitCode: 0, stdout, stderr: '' }
  }
  const shell = { run, commandLine: () => 'date' } as unknown as RemoteShell
  return { shell, nowSeconds: () => now }
}

describe('readClock', () => {
  it('is never further off than it states, and never worse than its fastest reading', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.array(trip, { minLength: 1, maxLength: 6 }),
        async (ahead, trips) => {
          const { shell, nowSeconds } = hostAhead(ahead, trips)
          const { hostMinusOursSeconds, uncertaintySeconds } = await readClock(shell, nowSeconds)
          const rounding = 1e-6 // doubles near 1.8e9 are 2.4e-7 apart
          const error = Math.abs(hostMinusOursSeconds - ahead)
          expect(error).toBeLessThanOrEqual(uncertaintySeconds + rounding)
          const quickest = Math.min(...trips.slice(0, 5).map(({ there, back }) => there + back))
          expect(uncertaintySeconds).toBeLessThanOrEqual(quickest / 2 + rounding)
        },
      ),
    )
  })

  it('also works for clocks that only show whole seconds', async () => {
    const trips = [{ there: 0.1, back: 0.1 }]
    const { shell, nowSeconds } = hostAhead(0.6, trips, 0)
    const { hostMinusOursSeconds, uncertaintySeconds } = await readClock(shell, nowSeconds)
    expect(Math.abs(hostMinusOursSeconds - 0.6)).toBeLessThanOrEqual(uncertaintySeconds + 1e-6)
    expect(uncertaintySeconds).toBeGreaterThan(0.1)
  })

  it('refuses an answer that is not a time', async () => {
    const run = async () => ({ exitCode: 0, stdout: 'Sat Nov 21\n', stderr: '' })
    const shell = { run, commandLine: () => 'date' } as unknown as RemoteShell
    await expect(readClock(shell, () => 0)).rejects.toMatchObject({ code: 'unexpected-answer' })
  })
})

describe('readDate', () => {
  it.each([
    ['1795191671.8479\n', { from: 1795191671.8479, to: 1795191671.8479 }],
    ['1795191671\n', { from: 1795191671, to: 1795191672 }],
    ['1795191671.%N\n', { from: 1795191671, to: 1795191672 }],
    ['1795191671.N', { from: 1795191671, to: 1795191672 }],
    ['10.77.0.2 - - [21/Nov/2026]', null],
    ['', null],
  ])('reads %j', (text, expected) => {
    expect(readDate(text)).toEqual(expected)
  })
})

describe('driftBetween', () => {
  const offset = (hostMinusOursSeconds: number) => ({
    hostMinusOursSeconds,
    uncertaintySeconds: 0.1,
  })
  it.each([
    [0, 0.15, 0],
    [0, 1.2, 1],
    [0, -1.2, -1],
  ])(
    'is the change of the offset beyond its uncertainty (from %d to %d: %d)',
    (before, after, drift) => {
      expect(driftBetween(offset(before), offset(after))).toBeCloseTo(drift, 9)
    },
  )
})
