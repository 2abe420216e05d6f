import type { RecommendationNote } from '@steelyard/analysis'
import type { Reason } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'

/** Explains why nothing is recommended, or what a recommendation leaves out. */
export function presentNote(note: RecommendationNote): Reason {
  switch (note.code) {
    case 'no-load':
      return nothing('No domain has both requests and a known service time.')
    case 'not-enough-evidence':
      return nothing('The recording does not support any: the evidence says what it lacks.')
    case 'not-posed':
      return nothing(note.message)
    case 'recommended-by-formula':
      return {
        code: note.code,
        text: `The objective is a rule of the published formula, which therefore chooses here instead of ${note.insteadOf}.`,
        severity: 'info',
      }
    case 'objective-needs-targets':
      return {
        code: note.code,
        text: `The objective ${note.insteadOf} needs a response time target, and no domain has one that is not soft: ${note.objective} is the objective instead.`,
        severity: 'warning',
      }
    case 'unknown-domain':
      return {
        code: note.code,
        text: `${note.domain} is named in the options but has no load in this recording.`,
        severity: 'warning',
      }
    case 'throughput-not-optimised':
      return {
        code: note.code,
        text: `Throughput targets (${note.domains.join(', ')}) count in the verdict; the weights are chosen by response time alone. Requests count when they end, so a backlog shows; one that never ended is in no log.`,
        severity: 'info',
      }
    case 'scarcely-measured':
      return {
        code: note.code,
        text: `Nothing is taken from ${formatList(note.domains)}: too few requests show whether ${note.domains.length === 1 ? 'its target is' : 'their targets are'} met.`,
        severity: 'warning',
      }
  }
}

function nothing(why: string): Reason {
  return {
    code: 'no-recommendation',
    text: `No weights are recommended. ${why}`,
    severity: 'warning',
  }
}
