export { type KnownPool, type Reading, readAsXapi } from '../wlb/xapi-as-client.fixture.ts'
export type { MoveFault, PoolFaults } from './calls/pool-faults.ts'
export { type PoolDouble, type PoolDoubleOptions, poolDouble } from './pool-double.ts'
export { selfSigned } from './self-signed.ts'
export type { SeenCall } from './serve-member.ts'
export {
  type DoubleGroup,
  type DoubleGuest,
  type DoubleHost,
  GIBIBYTE,
} from './state/pool-records.ts'
export type { Role } from './state/roles.ts'
export type { DoubleLoad, LoadOf } from './state/round-robin.ts'
export type { DoubleAccount } from './state/sessions.ts'
