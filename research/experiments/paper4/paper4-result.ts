import type { OverheadAssessment } from '@steelyard/contract'
import type { Batch } from './play-batches.ts'

export interface Paper4Result {
  platforms: PlatformResult[]
}

export interface PlatformResult {
  platform: 'native' | 'xen-emulated'
  /** What the jobs ran on. */
  machine: string
  pCpus: number
  batches: Batch[]
  /** What the product makes of them. */
  assessment: OverheadAssessment
}
