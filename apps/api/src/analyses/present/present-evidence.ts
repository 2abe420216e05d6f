import type { Evidence } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'

export function presentEvidence({ grade, lacks }: Evidence): contract.Evidence {
  return {
    grade,
    lacks: lacks.map((lack) => ({
      code: lack.code,
      text: words.analyses.lack(lack),
      atMost: lack.atMost,
    })),
    remedy: words.analyses.remedy(lacks),
  }
}
