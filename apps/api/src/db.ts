import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'

export { Prisma }
export type Db = PrismaClient
/** The client that `db.$transaction` passes. Use cases that must join a transaction take it. */
export type Tx = Prisma.TransactionClient

/**
 * Runs all reads on one snapshot. Rows and the jobs that work on them need this: a job that ends
 * between two reads would look lost.
 */
export function readAtOnce<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(read, { isolationLevel: 'RepeatableRead' })
}

/**
 * Names the present state of the whole database: the name stays as long as nothing is committed. With
 * the start of the server, because after a restored backup snapshots have had their numbers before.
 */
export async function databaseVersion(db: Db): Promise<string> {
  const [row] = await db.$queryRaw<[{ version: string }]>`
    SELECT concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) AS "version"`
  return row.version
}

/** Opens a connection pool, with the limit on waiting that the adapter's defaults lack. */
export function createDb(databaseUrl: string, poolSize = 10): Db {
  const adapter = new PrismaPg({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
  })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 30_000 } })
}

/** True for a violated unique index: usually two requests raced to create the same thing. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}
