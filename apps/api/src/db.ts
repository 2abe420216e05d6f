import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'

export { Prisma }
export type Db = PrismaClient
/** The client that `db.$transaction` passes. Use cases that must join a transaction take it. */
export type Tx = Prisma.TransactionClient

/** A session of `pg`, which an administrator's command holds for itself. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** So many seconds from now by the clock of the database, which is one for all processes. */
export function inSeconds(seconds: number): Prisma.Sql {
  return Prisma.sql`now() + make_interval(secs => ${seconds}::float8)`
}

/**
 * Runs all reads on one snapshot. Rows and the jobs that work on them need this: a job that ends
 * between two reads would look lost.
 */
export function readAtOnce<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(read, { isolationLevel: 'RepeatableRead' })
}

/**
 * So many that seven processes on several machines stay below the 100 connections that PostgreSQL has
 * by default (docs/guides/several-machines.md counts them).
 */
const POOL_SIZE = 6

/** Opens a connection pool, with the limit on waiting that the adapter's defaults lack. */
export function createDb(databaseUrl: string, poolSize = POOL_SIZE): Db {
  const adapter = new PrismaPg({
    connectionString: databaseUrl,
    Client: OneAtATimeClient,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
  })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 30_000 } })
}

/** What says "not now, but perhaps in a moment", in the words of Prisma, PostgreSQL and sockets. */
const UNREACHABLE = new Set([
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'],
  // The adapter's own kinds: a failed raw query has only these.
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
  // Shutting down, crashed, starting up, too many connections, and the class of lost connections.
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
  // The adapter leaves these as they are, and what Node says when no address of a name answers.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
])

/** pg gives what it says itself no code; the last one is Prisma's, which has one code for many. */
const SAYS_UNREACHABLE = new RegExp(
  [
    'Connection terminated',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
    'Unable to start a transaction in the given time',
  ].join('|'),
)

/** True when the database does not answer at the moment, so that the same may succeed later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, meta } = error as Partial<Prisma.PrismaClientKnownRequestError>
  const { cause } = (meta?.driverAdapterError ?? {}) as { cause?: DriverFailure }
  return (
    [code, cause?.kind, cause?.originalCode].some(
      (it) => it !== undefined && UNREACHABLE.has(it),
    ) || SAYS_UNREACHABLE.test(error.message)
  )
}

interface DriverFailure {
  kind?: string
  /** As PostgreSQL gave it. */
  originalCode?: string
}

/** True for a violated unique index: usually two requests raced to create the same thing. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}

/**
 * A connection that sends a query when the one before it has been answered. Prisma asks for all parts
 * of an `include` at once, also in a transaction, which has only one connection. pg queues them by
 * itself, but warns that pg 9 will not.
 */
class OneAtATimeClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve()

  // biome-ignore lint/suspicious/noExplicitAny: pg declares many shapes of a query
  override query(...query: any[]): any {
    const send = () => (super.query as (...query: unknown[]) => unknown)(...query)
    // The pool's own queries come with a callback, and have the connection to themselves.
    if (typeof query.at(-1) === 'function') return send()
    const answer = this.#last.then(send)
    this.#last = answer.catch(() => {})
    return answer
  }
}
