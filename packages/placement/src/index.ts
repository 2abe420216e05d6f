export {
  asPlaced,
  FRESH_MEMORY,
  MOVE_POLICY,
  type MovePolicy,
  movesLeft,
  type PoolMemory,
  rememberHot,
  rememberMove,
  ripeProblem,
} from './decide/hold.ts'
export {
  type FindMovesOptions,
  findMoves,
  type Judge,
  type MovesFound,
} from './moves/find-moves.ts'
export {
  type Move,
  moveSeconds,
  type PlacedGuest,
  type PlacedHost,
  type PlacementProblem,
  PlacementProblemError,
} from './problem/placement-problem.ts'
export { fits, type Room, roomOf } from './problem/room.ts'
export { PROXMOX, proxmoxImbalance, proxmoxMove } from './rules/proxmox-move.ts'
export { SANDPIPER_THRESHOLD, sandpiperMoves } from './rules/sandpiper-moves.ts'
export {
  XEN_ORCHESTRA_NOW,
  XEN_ORCHESTRA_THRESHOLD,
  xenOrchestraMoves,
} from './rules/xen-orchestra-moves.ts'
