import type { PoolState } from '../state/pool-state.ts'
import type { RoundRobin } from '../state/round-robin.ts'
import type { Sessions } from '../state/sessions.ts'
import type { Tasks } from '../state/tasks.ts'
import type { PoolFaults } from './pool-faults.ts'

/** What calls work on. */
export interface CallContext {
  state: PoolState
  sessions: Sessions
  tasks: Tasks
  roundRobin: RoundRobin
  faults: PoolFaults
  /** Seconds of ours that a move takes. */
  moveSeconds: number
  /** Seconds of ours until XAPI gives up a silent member; 131 s were measured. */
  patienceSeconds: number
  /** False for releases that do not know VM_group yet. */
  knowsGroups: boolean
}
