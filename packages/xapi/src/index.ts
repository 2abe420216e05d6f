export { probeCertificate } from './connection/probe-certificate.ts'
export { type EventClass, eventsSince, takeToken } from './events/events-since.ts'
export { readPool } from './inventory/read-pool.ts'
export { capOf, weightOf } from './inventory/weight-of.ts'
export { checkMove, type MoveRefusal } from './move/check-move.ts'
export { findGuest, type GuestWhereabouts } from './move/find-guest.ts'
export type { TaskOutcome } from './move/follow-task.ts'
export { moveGuest } from './move/move-guest.ts'
export type { PoolDoubt, PoolGuest, PoolHost, PoolInventory, PowerState } from './pool-inventory.ts'
export { readRunStates } from './run-states/read-run-states.ts'
export { recordRunStates } from './run-states/record-run-states.ts'
export type {
  GuestRunStates,
  HostRunStates,
  RunStateClasses,
  RunStateGap,
  RunStateSample,
} from './run-states/run-state-sample.ts'
export { openPool, withPool } from './session/open-pool.ts'
export type { PoolOptions, XapiPool } from './session/xapi-pool.ts'
export { type KeptWeight, keepStoredWeight } from './weights/keep-stored-weight.ts'
export { mayStoreWeights } from './weights/may-store-weights.ts'
export {
  readStoredWeight,
  restoreStoredWeight,
  type StoredParams,
  setStoredWeight,
} from './weights/set-stored-weight.ts'
export {
  type Advisor,
  AdvisorRefusal,
  type GuestTarget,
  type HostRating,
  type JoiningPool,
  type PoolAdvice,
} from './wlb/advisor.ts'
export { wlbHandler } from './wlb/wlb-handler.ts'
export { XapiError, type XapiErrorCode } from './xapi-error.ts'
