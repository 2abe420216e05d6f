import { SCIM_ERROR, type ScimProblem } from '@steelyard/contract'
import type { AppError } from '../errors.ts'

export const SCIM_JSON = 'application/scim+json'

/** A failure as RFC 7644, section 3.12, has it. A string: see `http/problem.ts`. */
export function scimProblemOf(error: AppError, status: number): string {
  const scimType = scimTypeOf(error)
  const reasons = error.options.invalidParams?.map(({ name, reason }) => `${name}: ${reason}.`)
  const problem: ScimProblem = {
    schemas: [SCIM_ERROR],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: [error.message, ...(reasons ?? [])].join(' '),
  }
  return JSON.stringify(problem)
}

function scimTypeOf({ kind, code, options }: AppError): string | undefined {
  if (code === 'email-taken') return 'uniqueness'
  if (kind !== 'invalid') return
  const [first] = options.invalidParams ?? []
  if (!first) return 'invalidSyntax'
  return first.name === 'query.filter' ? 'invalidFilter' : 'invalidValue'
}
