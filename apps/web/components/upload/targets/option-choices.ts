import type { AnalysisOptions } from '@steelyard/contract'
import { objectiveLabels } from '../../analysis/recommendation/objective-labels.ts'

export type ChoiceName =
  | 'objective'
  | 'targetStatistic'
  | 'normalisation'
  | 'sandpiperServiceTime'
  | 'decisionRule'
  | 'integerMapping'
  | 'connections'

/** The contract's choices in words. The type makes a choice without words a compile error. */
export const choices: {
  [Name in ChoiceName]: {
    label: string
    hint: string
    values: Record<AnalysisOptions[Name], string>
  }
} = {
  objective: {
    label: 'What to optimise',
    hint: 'A change is recommended only if it beats leaving the weights alone.',
    values: { auto: 'Targets where there are any, else fairness', ...objectiveLabels },
  },
  targetStatistic: {
    label: 'Targets apply to',
    hint: 'Of the response times of single requests.',
    values: { p95: '95th percentile', mean: 'Mean', p99: '99th percentile' },
  },
  normalisation: {
    label: 'Shares are parts of',
    hint: 'Domain-0 itself is never changed.',
    values: { guests: 'the guests’ weights', 'with-domain-0': 'all weights, Domain-0 included' },
  },
  sandpiperServiceTime: {
    label: 'SandPiper’s service time from',
    hint: 'The log’s durations grow under load.',
    values: { log: 'the access log, as in the paper', cpu: 'CPU seconds per request' },
  },
  decisionRule: {
    label: 'Rule for migration',
    hint: 'The paper’s printed example contradicts its rule.',
    values: { gated: 'Strict inequality', printed: 'As printed in the paper' },
  },
  connections: {
    label: 'Connections',
    hint: 'Opening one costs CPU time in Domain-0 and in the guest.',
    values: {
      auto: 'As the recording or its logs state, else one per request',
      'per-request': 'One per request',
      'kept-open': 'Kept open for many requests',
    },
  },
  integerMapping: {
    label: 'Weights written as',
    hint: 'Xen takes integers from 1 to 65,535.',
    values: {
      'keep-unchanged': 'integers with the same sum, so that Domain-0 keeps its share',
      'scale-5120': 'share × 5120, so 0.05 is exactly 256',
    },
  },
}
