import * as contract from '@steelyard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { API_BASE } from '../http/register-route.ts'
import { enter } from './enter.ts'

const FORM = 'application/x-www-form-urlencoded'
const SEE_OTHER = 303

/** Signs in without scripts: takes the form itself and answers with the way to go on. */
export async function addSignInForm(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post(
      `${API_BASE}${contract.SIGN_IN_FORM_PATH}`,
      { config: { access: 'public', rate: 'strict' }, schema: { hide: true } },
      (request, reply) => answerForm(deps, request, reply),
    )
  })
}

async function answerForm(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const form = (request.body ?? {}) as Record<string, string>
  const next = contract.safeReturnPath(form.next ?? null)
  const back = (code: string) => reply.redirect(contract.signInPath(next, code), SEE_OTHER)
  const credentials = contract.signIn.body!.safeParse(form)
  if (!credentials.success) return back('invalid')
  try {
    await enter(deps, request.actor, credentials.data, { request, reply })
  } catch (error) {
    if (error instanceof AppError) return back(error.code)
    throw error
  }
  return reply.redirect(next, SEE_OTHER)
}
