import * as contract from '@steelyard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from './register-route.ts'

const FORM = 'application/x-www-form-urlencoded'
const SEE_OTHER = 303

export interface SentForm {
  fields: Record<string, string>
  /** Where the person wants to be in the end. */
  next: string
  http: { request: FastifyRequest; reply: FastifyReply }
}

/**
 * Takes a form of the sign-in page itself, for browsers without scripts.
 * @param answer returns the way to go on
 */
export async function addForm(
  app: FastifyInstance,
  path: string,
  answer: (form: SentForm) => Promise<string>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post(
      `${API_BASE}${path}`,
      { config: { access: 'public', rate: 'strict' }, schema: { hide: true } },
      async (request, reply) => {
        const fields = (request.body ?? {}) as Record<string, string>
        const next = contract.safeReturnPath(fields.next ?? null)
        const onwards = await answer({ fields, next, http: { request, reply } })
        return reply.redirect(onwards, SEE_OTHER)
      },
    )
  })
}
