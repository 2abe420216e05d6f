import { percent } from '../report/text-table.ts'
import type { AdviceReport, Aim } from './advice-report.ts'

const MEAN_REGRET = 0.05
export const WORST_REGRET = 0.15
const SPREAD_STEPS = 2

/** The aims for a recommendation, and whether each is met. */
export function aimsOf({
  summary,
  stability,
  unequal,
}: Pick<AdviceReport, 'summary' | 'stability' | 'unequal'>): Aim[] {
  const own = Object.entries(summary).map(
    ([judge, byChoice]) => ({ judge, ...byChoice.recommended }) as const,
  )
  const told = (text: (each: (typeof own)[number]) => string) =>
    own.map((each) => `${text(each)} (${each.judge})`).join(', ')
  const spread = Math.max(0, ...stability.map(({ spreadSteps }) => spreadSteps))
  return [
    {
      aim: 'Never more than 2 % worse than leaving the weights alone',
      found: told(
        ({ harmed, n, worstLoss }) => `${harmed} of ${n}, worst loss ${percent(worstLoss)}`,
      ),
      isMet: own.every(({ harmed }) => harmed === 0),
    },
    {
      aim: `Mean regret at most ${percent(MEAN_REGRET)}`,
      found: told(({ meanRegret }) => percent(meanRegret)),
      isMet: own.every(({ meanRegret }) => meanRegret <= MEAN_REGRET),
    },
    {
      aim: `Worst regret at most ${percent(WORST_REGRET)}`,
      found: told(({ worstRegret }) => percent(worstRegret)),
      isMet: own.every(({ worstRegret }) => worstRegret <= WORST_REGRET),
    },
    {
      aim: 'Domains with equal load and targets get equal weights',
      found: unequal.length === 0 ? 'always' : `not for ${unequal.join('; ')}`,
      isMet: unequal.length === 0,
    },
    {
      aim: `Phases of one load differ by at most ${SPREAD_STEPS} steps of 0.05`,
      found: `${spread} at most`,
      isMet: spread <= SPREAD_STEPS,
    },
  ]
}
