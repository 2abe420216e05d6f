import { formatBriefPercent, formatList } from '@steelyard/contract/format'
import type { Hindrance, NotWorthIt } from '@steelyard/loop'
import type { AnalysisSays } from '../../saying.ts'
import type { WordsByCode } from '../../words-by-code.ts'
import { lackWords } from '../analyses/evidence-words.ts'
import { adviceWords } from '../analyses/recommendation/advice-words.ts'
import { momentWords } from '../moment-words.ts'

/** Why nothing is done, or not yet, in a sentence that stands by itself. */
export function hindranceWords<C extends Hindrance['code']>(
  because: Extract<Hindrance, { code: C }>,
): string {
  return (HINDRANCES[because.code] as (of: typeof because) => string)(because)
}

const ENDED = {
  rejected: 'The last change was rejected',
  'dry-run': 'The last change was noted by the dry run',
  failed: 'The last change could not be made',
}

const HINDRANCES: WordsByCode<Hindrance> = {
  'no-hotspot': () => 'No target is being missed.',
  'policy-off': () => 'The policy of this host is off.',
  stopped: ({ reason }) => `Every change that no person makes is stopped: ${ended(reason)}`,
  'not-observed': ({ problem }) =>
    problem
      ? `The host cannot be observed well. ${ended(problem[0]!.toUpperCase() + problem.slice(1))}`
      : 'Nothing was observed in the last two minutes.',
  'observed-too-briefly': ({ untilEpochSeconds }) =>
    `Too little was observed since the last gap or change of weights; there is enough from ${momentWords(untilEpochSeconds)} on.`,
  'outside-windows': () => 'Now is outside the windows in which changes may be made.',
  blackout: ({ reason }) => `Nothing may be changed now: ${ended(reason)}`,
  'cool-down': ({ untilEpochSeconds }) =>
    `The weights changed lately; the cool-down ends at ${momentWords(untilEpochSeconds)}.`,
  'analysed-lately': ({ untilEpochSeconds }) =>
    `The last analysis is recent; the next may begin at ${momentWords(untilEpochSeconds)}.`,
  'under-way': () => 'The last step is still under way.',
  'waits-for-person': () => 'A person must decide.',
  'observing-outcome': ({ untilEpochSeconds }) =>
    `The outcome of the last change is being observed until ${momentWords(untilEpochSeconds)}.`,
  'cannot-apply': ({ reason }) =>
    reason ? `The plan cannot be applied: ${ended(reason)}` : 'The plan cannot be applied.',
  'second-person-needed': () => 'A second person must approve its plan.',
  'no-grant': () => 'No grant holds on this host, so a person must approve the change.',
  'beyond-grant': ({ domains }) =>
    `The share of ${formatList([...domains])} would go beyond the grant, so a person must approve the change.`,
  'new-kind': ({ kind }) =>
    `No change of this kind (${kindWords(kind)}) was approved and confirmed on this host before, so a person must approve it.`,
  'back-again': ({ leftAtEpochSeconds }) =>
    `It would put back the weights that were left at ${momentWords(leftAtEpochSeconds)}, so a person must approve it.`,
  'move-needed': ({ domains }) =>
    `No weights bring ${formatList([...domains])} within reach of ${domains.length === 1 ? 'its target' : 'their targets'}: less load, a faster host or a move is needed.`,
  'model-waits': ({ untilEpochSeconds }) =>
    `The weights changed lately, and nobody can pay freely; the shares are worked out anew from ${momentWords(untilEpochSeconds)} on.`,
  'answered-lately': ({ how, untilEpochSeconds }) =>
    `${ENDED[how]}; weights are worked out anew from ${momentWords(untilEpochSeconds)} on.`,
  'undone-lately': ({ kind }) =>
    `A change of this kind (${kindWords(kind)}) was rolled back within the last hour.`,
  'no-relief-needed': () =>
    'The targets are kept again, or nearly, or the weights are as they should be for the load of now.',
}

/** Why no recommendation comes of an analysis. */
export function notWorthItWords(because: NotWorthIt, analysis: AnalysisSays): string {
  switch (because.code) {
    case 'leave':
      return analysisWords(analysis)
    case 'not-enough-evidence':
      return `What was observed does not support a change: ${ended(analysisWords(analysis))}`
    case 'gain-too-small':
      return `The predicted improvement of ${formatBriefPercent(because.gain)} is less than the ${formatBriefPercent(because.leastGain)} that the policy asks for.`
    case 'beyond-policy':
      return `The share of ${formatList([...because.domains])} would go beyond what the policy allows.`
  }
}

function analysisWords(analysis: AnalysisSays): string {
  if (analysis === null) return 'The analysis has nothing to recommend.'
  if ('said' in analysis) return analysis.said
  return 'lack' in analysis ? lackWords(analysis.lack) : adviceWords(analysis.advice)
}

/** `vm1+ vm2-` as `vm1 more, vm2 less`; who has a target may also pay for others with one. */
function kindWords(kind: string): string {
  if (!/[+-]$/.test(kind)) return kind
  return kind
    .split(' ')
    .map((each) => `${each.slice(0, -1)} ${each.endsWith('+') ? 'more' : 'less'}`)
    .join(', ')
}

/** With a full stop, unless it has its own. */
function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
