import type { PlayedTask } from './play-task.ts'
import type { Policy } from './policies.ts'

export interface Paper3Result {
  jobs: number
  policies: PlayedPolicy[]
}

export interface PlayedPolicy {
  name: Policy['name']
  tasks: PlayedTask[]
  /** CPU seconds per second of the domain with deadlines. */
  ownShare: number
  /** CPU seconds per second of the domains without deadlines, together. */
  othersShare: number
}
