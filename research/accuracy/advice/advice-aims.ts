import { percent } from '../../../bench/index.ts'
import type { AdviceReport, AdviceSummaries, AdviceSummary, Aim } from './advice-report.ts'

const MEAN_REGRET = 0.05
export const WORST_REGRET = 0.15
const SPREAD_STEPS = 2

/** The aims for a recommendation, and whether each is met. */
export function aimsOf({
  summary,
  ofTargets,
  stability,
  unequal,
}: Pick<AdviceReport, 'summary' | 'ofTargets' | 'stability' | 'unequal'>): Aim[] {
  const own = recommended(summary)
  const told = (text: (each: Recommended) => string) => toldBy(own, text)
  const spread = Math.max(0, ...stability.map(({ spreadSteps }) => spreadSteps))
  return [
    harmless('Never more than 2 % worse than leaving the weights alone', own),
    ...(Object.keys(ofTargets).length === 0
      ? []
      : [harmless('The same with a target for the 95th percentile', recommended(ofTargets))]),
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

type Recommended = AdviceSummary & { judge: string }

function recommended(summaries: AdviceSummaries): Recommended[] {
  return Object.entries(summaries).map(([judge, byChoice]) => ({ judge, ...byChoice.recommended }))
}

function toldBy(own: readonly Recommended[], text: (each: Recommended) => string): string {
  return own.map((each) => `${text(each)} (${each.judge})`).join(', ')
}

function harmless(aim: string, own: readonly Recommended[]): Aim {
  return {
    aim,
    found: toldBy(
      own,
      ({ harmed, n, worstLoss }) => `${harmed} of ${n}, worst loss ${percent(worstLoss)}`,
    ),
    isMet: own.every(({ harmed }) => harmed === 0),
  }
}
