import type { MissingCapacity } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'

export function presentMissingCapacity(missing: MissingCapacity): contract.MissingCapacity {
  return { ...missing, statement: words.analyses.missingCapacity(missing) }
}
