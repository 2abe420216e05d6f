import type { SandpiperResult } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'

export function presentSandpiper({
  domains,
  serviceTimeSource,
}: SandpiperResult): contract.SandpiperResult {
  return {
    domains: domains.map(({ weight: _, ...action }) => action),
    statement: words.analyses.sandpiper({ domains, serviceTimeSource }),
  }
}
