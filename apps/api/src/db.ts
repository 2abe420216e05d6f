import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'

export { Prisma }
export type Db = PrismaClient
/** What `db.$transaction(async (tx) => ...)` hands out; use cases that must join a transaction take it. */
export type Tx = Prisma.TransactionClient

/**
 * What is read shows one moment. Rows and the jobs that work on them must: a job that ends between
 * two reads would look like one that was lost.
 */
export function readAtOnce<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(read, { isolationLevel: 'RepeatableRead' })
}

/** Opens a pool. The adapter's own default waits for a connection for ever, so the limit is set here. */
export function createDb(databaseUrl: string, poolSize = 10): Db {
  const adapter = new PrismaPg({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
  })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 30_000 } })
}

/** True for a violated unique index: the usual sign of two requests that race to create one thing. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}
