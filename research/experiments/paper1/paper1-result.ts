import type { HostExperiments } from '@steelyard/contract'
import type { Streamed } from './send-stream.ts'

export interface Paper1Result {
  pings: number
  streamSeconds: number
  policies: PlayedPolicy[]
}

export interface PlayedPolicy {
  name: string
  /** What the product reads from the hypervisor. */
  experiments: HostExperiments | null
  /** The times of the answers in milliseconds, in order. */
  pingsMs: number[]
  stream: Streamed
}
