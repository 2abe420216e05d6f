import type { Evidence, Lack } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'

export function presentEvidence({ grade, lacks }: Evidence): contract.Evidence {
  return {
    grade,
    lacks: lacks.map((lack) => ({
      code: lack.code,
      text: words.analyses.lack(lack),
      atMost: lack.atMost,
      ...causeOf(lack),
    })),
    remedy: words.analyses.remedy(lacks),
  }
}

/** Where to correct a lack whose cause is known. */
function causeOf(
  lack: Lack,
): Pick<contract.Evidence['lacks'][number], 'domains' | 'offsetSeconds'> {
  switch (lack.code) {
    case 'logs-swapped':
      return { domains: lack.logs.map(({ domain }) => domain) }
    case 'few-hold-most':
      return { domains: lack.domains.map(({ domain }) => domain) }
    case 'clocks-apart': {
      const domains = lack.offsets.map(({ domain }) => domain)
      const offsetSeconds = commonOffset(lack.offsets.map((each) => each.offsetSeconds))
      return offsetSeconds === null ? { domains } : { domains, offsetSeconds }
    }
    default:
      return {}
  }
}

/** One trace has one start, so offsets that differ by more than their step have another cause. */
const AGREEING_SECONDS = 2

/** The median of offsets that agree. Null where they do not. */
function commonOffset(offsets: readonly number[]): number | null {
  const sorted = offsets.toSorted((a, b) => a - b)
  const spread = sorted.at(-1)! - sorted[0]!
  return spread <= AGREEING_SECONDS ? sorted[Math.floor(sorted.length / 2)]! : null
}
