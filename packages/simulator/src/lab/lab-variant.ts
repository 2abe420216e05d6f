import type { TwinConfig } from '../twin-config.ts'

/** One scheduling policy or set-up of a host, to be played beside others with the same seeds. */
export interface LabVariant {
  id: string
  label: string
  /** false: no released Xen can do this. */
  stockXen: boolean
  /** What it is and what it would mean for the operator, in a sentence. */
  meaning: string
  config: TwinConfig
}
