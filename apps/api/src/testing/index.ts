// What tests outside this folder need of the API: a whole one with its database, and what such a test
// prepares or looks at.

export { systemActor } from '../access/actor.ts'
export { openText, sealText } from '../access/sealed-text.ts'
export { startAgentChores } from '../agent-chores.ts'
export { audit } from '../audit/audit.ts'
export { verifyAuditChain } from '../audit/verify-audit-chain.ts'
export { createDb, type Db } from '../db.ts'
export {
  canStartObjectStore,
  type ObjectStore,
  startObjectStore,
} from '../files/testing/object-store.ts'
export { startHeartbeat } from '../health/heartbeat.ts'
export { sealedFor } from '../hosts/ssh-access.ts'
export { type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
export { storeMinutes } from '../loop/testing/store-minutes.ts'
export { fillLoop, minutesAgo, observeMinutes } from '../metrics/testing/fill-loop.ts'
export { RemoteWriter } from '../remote-write/remote-writer.ts'
export {
  expectComplete,
  startWatchedDouble,
  type WatchedDouble,
  wholeWindows,
} from '../watches/testing/watched-double.ts'
export { cookieOf } from './sign-in.ts'
export { caller, PASSWORD, startTestApi, type TestApi } from './test-api.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { visitor } from './visitor.ts'
