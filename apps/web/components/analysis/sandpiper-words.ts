import type { SandpiperResult } from '@steelyard/contract'
import { formatNumber } from '../../lib/format.ts'

type DomainAction = SandpiperResult['domains'][number]

/** What becomes of a weight: "×9.37", "kept", or why there is no factor. */
export function factorWords({ lambdaCapPerSecond, weightFactor }: DomainAction): string {
  if (lambdaCapPerSecond === null) return 'not known'
  if (weightFactor === null) return 'no factor is enough'
  return weightFactor > 1 ? `×${formatNumber(weightFactor)}` : 'kept'
}
