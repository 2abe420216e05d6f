import type { Finding } from '@steelyard/analysis'
import type { Reason } from '@steelyard/contract'
import { words } from '@steelyard/words'

export function presentFinding(finding: Finding): Reason {
  return { code: finding.code, text: words.analyses.finding(finding), severity: finding.severity }
}
