import * as contract from '@steelyard/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { addForm, type SentForm } from '../http/add-form.ts'
import { enter } from './enter.ts'

/** Signs in without scripts. */
export function addSignInForm(app: FastifyInstance, deps: Deps): Promise<void> {
  return addForm(app, contract.SIGN_IN_FORM_PATH, (form) => answerForm(deps, form))
}

async function answerForm(deps: Deps, { fields, next, http }: SentForm): Promise<string> {
  const credentials = contract.signIn.body!.safeParse(fields)
  if (!credentials.success) return contract.signInPath(next, 'invalid')
  try {
    const { step } = await enter(deps, http.request.actor, credentials.data, http)
    // The page of the sign-in shows the step that is missing.
    return step === 'complete' ? next : contract.signInPath(next)
  } catch (error) {
    if (error instanceof AppError) return contract.signInPath(next, error.code)
    throw error
  }
}
