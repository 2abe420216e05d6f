import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

/** Aborts when the client leaves, so that nobody works on what nobody waits for. */
export function clientLeft({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const left = new AbortController()
  const leave = () =>
    left.abort(new AppError('unavailable', 'The client has left.', { code: 'client-left' }))
  raw.once('close', leave)
  if (raw.destroyed) leave()
  return left.signal
}
