import type { RecommendationNote } from '@steelyard/analysis'
import { formatList } from '@steelyard/contract/format'

/** Explains why nothing is recommended, or what a recommendation leaves out. */
export function noteWords(note: RecommendationNote): string {
  switch (note.code) {
    case 'no-load':
      return nothing('No guest has both requests and a known service time.')
    case 'not-enough-evidence':
      return nothing('The recording does not support any: the evidence says what it lacks.')
    case 'not-posed':
      return nothing(note.message)
    case 'recommended-by-formula':
      return `The objective is a rule of the published formula, which therefore chooses here instead of ${note.insteadOf}.`
    case 'objective-needs-targets':
      return `The objective ${note.insteadOf} needs a response time target that is not soft, and no guest has one. ${note.objective} is the objective instead.`
    case 'unknown-domain':
      return `${note.domain} is named in the options but has no load in this recording.`
    case 'throughput-not-optimised':
      return `Throughput targets (${note.domains.join(', ')}) count in the verdict; the weights are chosen by response time alone. Requests count when they end, so a backlog shows; one that never ended is in no log.`
    case 'scarcely-measured':
      return `Nothing is taken from ${formatList(note.domains)}: too few requests show whether ${note.domains.length === 1 ? 'its target is' : 'their targets are'} met.`
  }
}

function nothing(why: string): string {
  return `No weights are recommended. ${why}`
}
