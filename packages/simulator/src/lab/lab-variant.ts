import type { TwinConfig } from '../config/twin-config.ts'

/**
 * One scheduling policy or configuration of a host, to be compared with others under the same
 * seeds.
 */
export interface LabVariant {
  id: string
  label: string
  /** false when no released Xen can do this. */
  stockXen: boolean
  /** What the variant is and what it means for the operator, in a sentence. */
  meaning: string
  config: TwinConfig
}
