import { createHmac, hkdfSync } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type Db, isUniqueViolation, Prisma } from '../db.ts'
import { AppError, conflict, invalid, unprocessable } from '../errors.ts'
import { DAY_MS } from '../milliseconds.ts'

const KEEP_MS = DAY_MS

/**
 * Our rules for `Idempotency-Key` (the header is still an IETF draft): a key belongs to its
 * principal for 24 hours. The same request again gets the first answer, marked
 * `Idempotency-Replayed: true`; another request under the key is 422; while the first is under way,
 * 409. A refused request frees its key. A request whose process died keeps it: whether it took
 * effect is unknown, and saying so beats doing it twice.
 */
export async function replayOrRun(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = keyOf(request)
  if (key === undefined) return run()
  const { principal } = request.actor
  const mine = { principal: `${principal.kind}:${principal.id}`, key }
  const requestHash = hashRequest(config, request)
  const id = await reserve(db, mine, requestHash, request.routeOptions.url ?? '')
  if (!id) {
    const body = await replay(db, mine, requestHash)
    reply.header('idempotency-replayed', 'true')
    return body
  }
  let answer: unknown
  try {
    answer = await run()
  } catch (error) {
    await db.idempotencyRecord.delete({ where: { id } })
    throw error
  }
  const status = request.routeOptions.config.endpoint?.status ?? 200
  const body = (answer ?? Prisma.DbNull) as Prisma.InputJsonValue
  await db.idempotencyRecord.update({ where: { id }, data: { status, body } })
  return answer
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key
  throw invalid('header.Idempotency-Key', '1 to 128 visible ASCII characters')
}

/** Keyed, because a body may hold a password and a plain hash of it could be searched offline. */
function hashRequest(config: Config, request: FastifyRequest): string {
  const key = hkdfSync('sha256', config.sessionSecret, '', 'idempotency', 32)
  return createHmac('sha256', Buffer.from(key))
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')
}

/** @returns undefined when the key is taken. */
async function reserve(
  db: Db,
  mine: { principal: string; key: string },
  requestHash: string,
  route: string,
): Promise<string | undefined> {
  await db.idempotencyRecord.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  try {
    const { id } = await db.idempotencyRecord.create({
      data: { ...mine, requestHash, route, expiresAt: new Date(Date.now() + KEEP_MS) },
    })
    return id
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

async function replay(
  db: Db,
  mine: { principal: string; key: string },
  requestHash: string,
): Promise<unknown> {
  const first = await db.idempotencyRecord.findUnique({ where: { principal_key: mine } })
  if (first && first.requestHash !== requestHash) {
    throw unprocessable(
      'idempotency-key-reused',
      'This Idempotency-Key was used for a different request.',
    )
  }
  if (first && first.status !== null) return first.body
  throw first
    ? conflict('idempotency-in-flight', 'The first request with this key has not ended yet.')
    : new AppError('conflict', 'The first request with this key was refused; send it again.', {
        code: 'idempotency-retry',
        retryAfterSeconds: 1,
      })
}
