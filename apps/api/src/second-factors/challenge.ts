import type { FastifyRequest } from 'fastify'
import { hashSecret } from '../access/secrets.ts'
import type { Db } from '../db.ts'
import { MINUTE_MS } from '../milliseconds.ts'

type Use = 'register' | 'sign'

const VALID_MS = 5 * MINUTE_MS

/** Keeps a challenge in the session of the browser that asked for it; an earlier one is void. */
export async function keepChallenge(
  request: FastifyRequest,
  use: Use,
  value: string,
): Promise<void> {
  request.session.challenge = { value, use, until: Date.now() + VALID_MS }
  await request.session.save()
}

/**
 * Takes the challenge out of the session in one statement, so that two requests at the same time
 * cannot both use it.
 * @returns null when there is none, or it is too old or for another use
 */
export async function takeChallenge(
  db: Db,
  request: FastifyRequest,
  use: Use,
): Promise<string | null> {
  const kept = request.session.challenge
  request.session.challenge = undefined
  if (!kept) return null
  const taken = await db.$executeRaw`
    UPDATE "Session" SET "data" = "data" - 'challenge'
     WHERE "id" = ${hashSecret(request.session.sessionId)}
       AND "data" -> 'challenge' ->> 'value' = ${kept.value}`
  return taken === 1 && kept.use === use && kept.until > Date.now() ? kept.value : null
}
