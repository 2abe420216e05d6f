import { SCIM_ERROR, type ScimProblem } from '@steelyard/contract'
import type { FastifyReply } from 'fastify'
import type { AppError } from '../errors.ts'

export const SCIM_JSON = 'application/scim+json'

/** Answers with a failure as RFC 7644, section 3.12, has it; 400 for whatever is not valid. */
export function sendScimProblem(reply: FastifyReply, error: AppError, usual: number): FastifyReply {
  const status = error.code === 'invalid' ? 400 : usual
  const scimType = scimTypeOf(error)
  const reasons = error.options.invalidParams?.map(({ name, reason }) => `${name}: ${reason}.`)
  const problem: ScimProblem = {
    schemas: [SCIM_ERROR],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: [error.message, ...(reasons ?? [])].join(' '),
  }
  return reply.code(status).type(SCIM_JSON).send(JSON.stringify(problem))
}

function scimTypeOf({ code, options }: AppError): string | undefined {
  if (code === 'email-taken') return 'uniqueness'
  if (code !== 'invalid') return
  const [first] = options.invalidParams ?? []
  if (!first) return 'invalidSyntax'
  return first.name === 'query.filter' ? 'invalidFilter' : 'invalidValue'
}
