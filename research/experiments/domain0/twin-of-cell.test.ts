import { expect, it } from 'vitest'
import { keptResult } from '../kept-result.ts'
import { type Cell, creditsOf, isSameCell } from './cells.ts'
import type { Domain0Result } from './domain0-result.ts'
import { twinOfCell } from './twin-of-cell.ts'

const kept = keptResult<Domain0Result>('domain0')

/** Means of the guests in milliseconds, as the real host played them and as the twin foretells. */
function timesIn(cell: Cell) {
  const played = kept.cells.find((each) => isSameCell(each, cell))!.guests
  const foretold = twinOfCell(cell, kept).guests
  const means = (guests: typeof foretold) => guests.map(({ network }) => network.meanMs)
  return { played: means(played), foretold: means(foretold) }
}

it('foretells what a real host did with a quarter of the credits for a busy Domain-0, and with few', () => {
  const many: Cell = { weight: 256, domain0: 'busy' }
  const few: Cell = { weight: 6667, domain0: 'busy' }
  expect([creditsOf(many), creditsOf(few)]).toEqual([0.25, 256 / 20257])
  const [beside, without] = [timesIn(many), timesIn(few)]
  for (const of of ['played', 'foretold'] as const) {
    expect(beside[of][0]! / without[of][0]!).toBeGreaterThan(2)
    expect(beside[of][2]! / without[of][2]!).toBeLessThan(1)
  }
  for (const { played, foretold } of [beside, without]) {
    const ratios = played.map((ms, vm) => foretold[vm]! / ms)
    expect(Math.min(...ratios)).toBeGreaterThan(0.7)
    expect(Math.max(...ratios)).toBeLessThan(1.1)
  }
})
