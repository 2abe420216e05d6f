export type {
  MemberAddress,
  MemberCertificate,
  PoolMember,
  ResolveAddress,
} from './connection/pinned-socket.ts'
export { probeCertificate } from './connection/probe-certificate.ts'
export { type EventClass, eventsSince, takeToken } from './events/events-since.ts'
export { readPool } from './inventory/read-pool.ts'
export { capOf, weightOf } from './inventory/weight-of.ts'
export { checkMove, type MoveCheck, type MoveRefusal, type MoveWish } from './move/check-move.ts'
export {
  type DomainSight,
  type FindOptions,
  findGuest,
  type GuestWhereabouts,
} from './move/find-guest.ts'
export type { TaskEnd, TaskOutcome, TaskProgress } from './move/follow-task.ts'
export { type MoveOptions, type MoveResult, moveGuest } from './move/move-guest.ts'
export type {
  PlacementGroup,
  PoolDoubt,
  PoolGuest,
  PoolHost,
  PoolInventory,
  PoolStorage,
  PowerState,
} from './pool-inventory.ts'
export { readRunStates } from './run-states/read-run-states.ts'
export type { RecordedHost, UpdatesWish } from './run-states/read-updates.ts'
export { recordRunStates } from './run-states/record-run-states.ts'
export type {
  GuestRunStates,
  HostRunStates,
  HostUseSample,
  RunStateClasses,
  RunStateGap,
  RunStateSample,
} from './run-states/run-state-sample.ts'
export { openPool, withPool } from './session/open-pool.ts'
export type { CallOptions, PoolOptions, XapiPool } from './session/xapi-pool.ts'
export { type KeptWeight, keepStoredWeight } from './weights/keep-stored-weight.ts'
export { mayStoreWeights } from './weights/may-store-weights.ts'
export {
  readStoredWeight,
  restoreStoredWeight,
  type StoredChange,
  type StoredParams,
  type StoredWeight,
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
export { answerWlb } from './wlb/answer-wlb.ts'
export { WLB_PATH, type WlbServerOptions, wlbHandler } from './wlb/wlb-handler.ts'
export { isContactLost, XapiError, type XapiErrorCode } from './xapi-error.ts'
