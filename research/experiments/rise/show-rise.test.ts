import { expect, it } from 'vitest'
import type { RiseRun } from './rise-result.ts'
import { showRise } from './show-rise.ts'

const measured = { requests: 100, unanswered: 0, meanSeconds: 0.5, p95Seconds: 1.25 }
const guest = (name: string, targetSeconds: number | null) => ({
  name,
  targetSeconds,
  calm: measured,
  risen: measured,
  overTarget: targetSeconds === null ? null : { requests: 7, minutes: 2 },
  p95SecondsByMinute: [1],
})
const run: RiseRun = {
  run: 1,
  contender: 'ours',
  seed: 1,
  scale: 1,
  at: '2026-11-27T12:00:00.000Z',
  fitted: { emptySeconds: 0.004, roundSeconds: 1e-6 },
  fittedAfter: { emptySeconds: 0.004, roundSeconds: 1.25e-6 },
  guests: [guest('vm1', 1.5), guest('vm3', null)],
  changes: [
    { askedAtSeconds: 240, doneAtSeconds: 245, kind: 'apply', weights: { vm1: 900, vm3: 9 } },
    { askedAtSeconds: 540, doneAtSeconds: 546, kind: 'roll-back', weights: { vm1: 256, vm3: 256 } },
  ],
  failures: [],
}

it('shows every run that stands, and how many', () => {
  const alone: RiseRun = { ...run, contender: 'nothing', changes: [], fittedAfter: null }
  const [count, , , , ...rows] = showRise([run, alone]).split('\n')
  expect(count).toBe('Runs that stand: 1 of do nothing, 0 of SandPiper, 1 of ours.')
  expect(rows).toEqual([
    '| 1, 2026-11-27 12:00 | do nothing | 1.00 / – | 100 / 100 | 0.50 / 0.50 | 1.25 / 1.25 | 7 | 2 | 0 / 0 | unchanged |',
    '| 1, 2026-11-27 12:00 | ours | 1.00 / 1.25 | 100 / 100 | 0.50 / 0.50 | 1.25 / 1.25 | 7 | 2 | 0 / 0 | 900 / 9 after 4:05; back to 256 / 256 after 9:06 |',
  ])
})
