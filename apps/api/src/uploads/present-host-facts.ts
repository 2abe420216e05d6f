import type { HostFacts } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'

export function presentHostFacts({ contradictions, ...facts }: HostFacts): contract.HostFacts {
  return { ...facts, contradictions: contradictions.map(words.uploads.contradiction) }
}
