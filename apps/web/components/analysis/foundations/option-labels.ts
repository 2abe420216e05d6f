import type { Analysis, AnalysisOptions, Estimator } from '@steelyard/contract'
import {
  formatCount,
  formatDuration,
  formatItems,
  formatShare,
  formatStatistic,
} from '@steelyard/contract/format'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { objectiveLabels } from '../recommendation/objective-labels.ts'
import { judgeWords } from './judge-words.ts'

const normalisationLabels: Record<AnalysisOptions['normalisation'], string> = {
  guests: 'over the guests (as published)',
  'with-domain-0': 'over the guests and Domain-0',
}

const serviceTimeLabels: Record<AnalysisOptions['sandpiperServiceTime'], string> = {
  log: 'mean duration in the log (as in the paper)',
  cpu: 'CPU seconds per request',
}

const ruleLabels: Record<AnalysisOptions['decisionRule'], string> = {
  gated: 'the paper’s, with its slips corrected',
  printed: 'the paper’s, exactly as printed',
}

const connectionLabels: Record<AnalysisOptions['connections'], string> = {
  auto: 'as the recording or its logs state, else one per request',
  'per-request': 'one per request',
  'kept-open': 'kept open',
}

const mappingLabels: Record<AnalysisOptions['integerMapping'], string> = {
  'scale-5120': 'share × 5,120, so that 0.05 is 256',
  'keep-unchanged': 'guests that do not change keep their weight',
}

/** Describes the options of an analysis in the operator's words. */
export function optionsInWords(
  { options }: Pick<Analysis, 'options'>,
  estimators: readonly Estimator[],
): [string, string][] {
  return [
    ['Window', formatDuration(options.windowSeconds)],
    ['Windows judged', rangeWords(options.range)],
    ['Judged by', judgeWords(options.estimator, estimators)],
    [
      'Aim',
      options.objective === 'auto'
        ? 'targets where there are any, else the least mean slowdown'
        : objectiveLabels[options.objective],
    ],
    [
      'Targets apply to',
      `the ${formatStatistic(options.targetStatistic, options.targetWindowSeconds)}`,
    ],
    ['Clients', clientWords(options.client)],
    ['Connections', connectionLabels[options.connections]],
    ['Step of weights', `${formatShare(options.stepShare)} of the guests’ weights`],
    ['Predictions', options.anchored ? 'scaled towards the measurements' : 'the model alone'],
    ['Shares in the formulas', normalisationLabels[options.normalisation]],
    ['Decision rule', ruleLabels[options.decisionRule]],
    ['SandPiper service time', serviceTimeLabels[options.sandpiperServiceTime]],
    ['Whole weights', mappingLabels[options.integerMapping]],
    ['Weights in force', weightWords(options.weights)],
    ['Bounds', boundWords(options.bounds)],
    ['Kept as they are', formatItems(options.excluded) || 'none'],
    ['Time limit', formatDuration(options.timeLimitSeconds)],
  ]
}

function clientWords(client: AnalysisOptions['client']): string {
  if (client === null) return 'as the recording states, else behind the network'
  return client === 'domain-0' ? 'in Domain-0' : 'behind the network'
}

function rangeWords(range: AnalysisOptions['range']): string {
  if (!range) return 'since the last change of weights'
  return `${formatDateTime(range.from)} to ${formatDateTime(range.to)}`
}

function weightWords(weights: AnalysisOptions['weights']): string {
  if (!weights) return 'as recorded, else the host’s'
  return formatItems(weights.map((each) => `${each.domain} ${formatCount(each.weight)}`))
}

function boundWords(bounds: AnalysisOptions['bounds']): string {
  const words = bounds.map((bound) => {
    const least = bound.minShare === null ? '' : ` at least ${formatShare(bound.minShare)}`
    const most = bound.maxShare === null ? '' : ` at most ${formatShare(bound.maxShare)}`
    return bound.domain + least + most
  })
  return formatItems(words) || 'none'
}
