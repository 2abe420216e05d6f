import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const MOST_BYTES = 32 * 1024 * 1024

interface KeptAnswer {
  body: Buffer
  etag: string
}

/** Answers to reads as they were sent, the least recently used of which make room for new ones. */
export type KeptAnswers = LRUCache<string, KeptAnswer>

export function createKeptAnswers(): KeptAnswers {
  return new LRUCache({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  })
}

/**
 * Answers a read from what was kept under the version, or works it out. Guards have run by now, and
 * an answer is kept for one principal with its present rights alone. Clients keep answers too, but
 * ask each time whether theirs still holds.
 * @param version names the state that the answer depends on; read before that state, so that an
 *   answer can be newer than its version says, but never older
 */
export async function sendKept(
  kept: KeptAnswers,
  version: string,
  request: FastifyRequest,
  reply: FastifyReply,
  workOut: () => Promise<unknown>,
): Promise<FastifyReply> {
  const key = keyOf(request, version)
  let answer = kept.get(key)
  if (!answer) {
    const body = Buffer.from(written(reply, await workOut()))
    answer = { body, etag: etagOf(body) }
    kept.set(key, answer)
  }
  reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache', vary: VARY })
  if (namesEtag(request.headers['if-none-match'], answer.etag)) {
    return reply.code(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(answer.body)
}

/** By the schema of the contract, which leaves out what it does not declare. */
function written(reply: FastifyReply, answer: unknown): string {
  const write = reply.getSerializationFunction('200', 'application/json')
  if (!write) throw new Error(`${reply.request.url} declares no JSON answer of status 200`)
  return write(answer as Record<string, unknown>)
}

/** Whoever signs in next at the same browser has other rights. */
const VARY = 'authorization, cookie'

function keyOf({ url, body, actor }: FastifyRequest, version: string): string {
  const { kind, id, grants, permissions, hostId } = actor.principal
  return JSON.stringify([url, body, version, kind, id, grants, [...permissions], hostId])
}

/** Made from the bytes, so that it also holds after a restart and in other processes. */
function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url')}"`
}

function namesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((one) => one.trim() === etag) ?? false
}
