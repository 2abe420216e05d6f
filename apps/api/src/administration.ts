// What an administrator's commands do with the database of an installation, whether the product runs
// or not.

export { useAuditKey } from './audit/audit-key.ts'
export { checkAnchor } from './audit/check-anchor.ts'
export { makeAnchor } from './audit/make-anchor.ts'
export { verifyAuditChain } from './audit/verify-audit-chain.ts'
export { readSecretKey } from './config.ts'
export { createDb, type Db } from './db.ts'
export { type Files, FilesFull, NoSuchFile } from './files/files.ts'
export { moveFiles } from './files/move-files.ts'
export { placeInUse, placesOf } from './files/places-of.ts'
export { resealKeys, type SecretKeys } from './hosts/connection/reseal-keys.ts'
export { breakGlass } from './people/break-glass.ts'
export { messagesOf, prepareQueue, sendMessages } from './queue/carry-messages.ts'
export { makePartitions, type Partition, partitionsOf } from './windows/carry-partitions.ts'
export { keepPartitions } from './windows/cold/take-partition.ts'
