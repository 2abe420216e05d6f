export type {
  MemberAddress,
  MemberCertificate,
  PoolMember,
  ResolveAddress,
} from './connection/pinned-socket.ts'
export { probeCertificate } from './connection/probe-certificate.ts'
export { readPool } from './inventory/read-pool.ts'
export type {
  PlacementGroup,
  PoolDoubt,
  PoolGuest,
  PoolHost,
  PoolInventory,
  PoolStorage,
  PowerState,
} from './pool-inventory.ts'
export { openPool, withPool } from './session/open-pool.ts'
export type { CallOptions, PoolOptions, XapiPool } from './session/xapi-pool.ts'
export { isContactLost, XapiError, type XapiErrorCode } from './xapi-error.ts'
