import * as contract from '@steelyard/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { addForm, type SentForm } from '../http/add-form.ts'
import { beginBrowserSession } from '../session/browser-session.ts'
import { signInWithCode } from './finish-sign-in.ts'

/** Takes the second step of a sign-in without scripts. */
export function addCodeForm(app: FastifyInstance, deps: Deps): Promise<void> {
  return addForm(app, contract.CODE_FORM_PATH, (form) => answerCode(deps, form))
}

async function answerCode(deps: Deps, { fields, next, http }: SentForm): Promise<string> {
  const { actor, session } = http.request
  const sent = contract.enterCode.body!.safeParse(fields)
  if (!sent.success) return contract.signInPath(next, 'code-refused')
  try {
    const userId = await signInWithCode(deps, actor, session.pending, sent.data.code)
    await beginBrowserSession(http.request, userId)
    return next
  } catch (error) {
    if (error instanceof AppError) return contract.signInPath(next, error.code)
    throw error
  }
}
