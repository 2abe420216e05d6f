import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Unknown paths get 404; known paths with a wrong method get 405 with `Allow`. */
export function addNotFound(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: string[] }>()
  app.addHook('onRoute', ({ method, url }) => {
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: [] }
    entry.methods.push(...[method].flat())
    known.set(url, entry)
  })
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = [...known.values()]
      .filter((e) => e.pattern.test(path))
      .flatMap((e) => e.methods)
    if (allowed.length === 0) throw new AppError('not-found', 'There is nothing at this address.')
    reply.header('allow', [...new Set(allowed)].join(', '))
    throw new AppError('method-not-allowed', `Allowed here: ${[...new Set(allowed)].join(', ')}.`)
  }
  app.setNotFoundHandler(refuse)
  // Before a body is read, which need not be one that this application could read.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) refuse(request, reply)
  })
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[A-Za-z]+/g, '[^/]+').replace(/\*/g, '.*')}$`)
}
