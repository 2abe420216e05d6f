export {
  FRESH_MEMORY,
  MOVE_POLICY,
  type PoolMemory,
  rememberHot,
  rememberMove,
  toDecide,
} from './decide/hold.ts'
export {
  findMoves,
  type MovesFound,
} from './moves/find-moves.ts'
export type {
  Move,
  PlacedGuest,
  PlacedHost,
  PlacementProblem,
} from './problem/placement-problem.ts'
export { fits, roomOf } from './problem/room.ts'
export { PROXMOX, proxmoxImbalance, proxmoxMove } from './rules/proxmox-move.ts'
export { SANDPIPER_THRESHOLD, sandpiperMoves } from './rules/sandpiper-moves.ts'
export {
  XEN_ORCHESTRA_NOW,
  XEN_ORCHESTRA_THRESHOLD,
  xenOrchestraMoves,
} from './rules/xen-orchestra-moves.ts'
