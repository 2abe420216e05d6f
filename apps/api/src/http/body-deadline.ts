import type { FastifyInstance } from 'fastify'
import './request-context.ts'
import type { RequestLog } from './request-log.ts'

/**
 * Cuts the connection of a request whose body does not arrive in time. Otherwise a client that
 * sends one byte a minute would hold it for ever: Node's own `requestTimeout` knows no routes and
 * would end large uploads too. The bytes of a file may take any time while they are being read;
 * once the answer is sent, they have the same deadline as other bodies.
 */
export function addBodyDeadline(
  app: FastifyInstance,
  withinMs: number,
  requestLog: RequestLog,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const begin = () => {
      const timer = setTimeout(() => {
        if (raw.complete || raw.destroyed) return
        requestLog.count(request, 'body-too-slow')
        raw.destroy()
      }, withinMs).unref()
      raw.once('end', () => clearTimeout(timer))
    }
    if (request.routeOptions.config.carriesFile) reply.raw.once('finish', begin)
    else begin()
  })
}
