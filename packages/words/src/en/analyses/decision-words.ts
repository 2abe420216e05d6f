import { formatBriefMs, formatList, formatTenths } from '@steelyard/contract/format'
import type { DecisionReason, Verdict } from '@steelyard/model'

export const VERDICT_WORDS: Record<Verdict, string> = {
  ok: 'all is well',
  reweight: 'other weights',
  migrate: 'move a guest',
}

/** Explains one reason of a verdict. */
export function decisionWords(reason: DecisionReason): string {
  const name = reason.domains[0]!
  switch (reason.code) {
    case 'no-targets':
      return 'No guest has a target, so there is nothing to violate.'
    case 'no-measurement':
      return `${name} has a target for a quantity that was not measured.`
    case 'all-targets-met':
      return 'Every measured guest meets its targets.'
    case 'response-time-over-target':
      return `${name} takes ${formatBriefMs(reason.observedResponseTimeSeconds)}, its target is ${formatBriefMs(reason.targetResponseTimeSeconds)}.`
    case 'throughput-below-target': {
      const { offeredPerSecond: offered } = reason
      const asked = offered === null ? '' : ` of the ${formatTenths(offered)} that it receives`
      return `${name} answers ${formatTenths(reason.observedThroughputPerSecond)} requests per second${asked}, its target is ${formatTenths(reason.targetThroughputPerSecond)}.`
    }
    case 'low-demand':
      return `${name} answers all of the ${formatTenths(reason.offeredPerSecond)} requests per second that it receives, which are fewer than its target.`
    case 'sum-over-targets':
      return `${sumsOf(reason)}. By the rule of the paper other weights cannot remedy this.`
    case 'sum-within-targets':
      return `${sumsOf(reason)}. By the rule of the paper other weights may remedy this.`
    case 'sum-not-comparable':
      return 'No guest has both a response time target and a measurement. So the paper has no sums to compare.'
    case 'printed-rules-overlap':
      return 'The sums are equal. As printed, one rule of the paper allows other weights; another demands that a guest moves.'
    case 'rules-disagree':
      return `Applied as printed, the rules of the paper say “${VERDICT_WORDS[reason.printed]}”; with their slips corrected they say “${VERDICT_WORDS[reason.gated]}”.`
    case 'targets-proven-infeasible': {
      const sets = reason.conflicts.map((set) => set.join(' with ')).join('; ')
      const within = reason.restricted ? ' within the bounds' : ''
      return `No weights in the requested steps${within} are predicted to meet all targets. In conflict: ${sets}.`
    }
    case 'weights-meet-targets':
      return 'There are weights that are predicted to meet every target.'
    case 'weights-miss-targets':
      return `The weights found leave ${reason.domains.join(', ')} over target, according to the prediction.`
    case 'no-better-weights':
      return 'No other weights are recommended over those in force.'
    case 'optimum-not-proven':
      return 'The weights found are not proven to be the best of all.'
    case 'sum-test-overruled':
      return 'By the sums alone a guest has to be moved. But the weights found are predicted to meet each target: try those first.'
    case 'missed-as-measured':
      return `The prediction for the weights in force keeps the target of ${formatList(reason.domains)}, the measurement does not: the measurement counts.`
    case 'weights-surely-miss-targets':
      return `The best weights found leave ${formatList(reason.domains)} over target even at the low end of the prediction.`
    case 'closest-weights-may-suffice':
      return 'At the low end of the prediction, the closest weights keep every target. They are worth a try before a guest is moved.'
    case 'weights-may-not-suffice':
      return 'By the sums alone a guest has to be moved. Other weights may still meet the targets: nothing proves that they cannot.'
  }
}

function sumsOf({
  sumObservedResponseTimeSeconds: observed,
  sumTargetResponseTimeSeconds: targets,
}: Record<'sumObservedResponseTimeSeconds' | 'sumTargetResponseTimeSeconds', number>): string {
  return `The times add up to ${formatBriefMs(observed)}, the targets to ${formatBriefMs(targets)}`
}
