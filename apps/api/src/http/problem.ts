import type { Problem } from '@steelyard/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isUnreachable } from '../db.ts'
import { AppError, type ErrorKind, type InvalidParam, refusal } from '../errors.ts'
import { FilesAway } from '../files/files.ts'
import type { RequestLog } from './request-log.ts'
import { sendScimProblem } from './scim-problem.ts'

const statusAndTitle: Record<ErrorKind, [status: number, title: string]> = {
  invalid: [400, 'Bad request'],
  unauthenticated: [401, 'Not signed in'],
  forbidden: [403, 'Not allowed'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  conflict: [409, 'Conflict'],
  gone: [410, 'Gone'],
  'too-large': [413, 'Too large'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  unprocessable: [422, 'Cannot be processed'],
  locked: [423, 'Locked'],
  'rate-limited': [429, 'Too many requests'],
  internal: [500, 'Internal error'],
  unavailable: [503, 'Unavailable'],
  'insufficient-storage': [507, 'Insufficient storage'],
}

const kindOfStatus = new Map(
  Object.entries(statusAndTitle).map(([kind, [status]]) => [status, kind as ErrorKind]),
)

/** The only place that turns an error into an answer (RFC 9457). */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  requestLog: RequestLog,
) {
  const known = toAppError(error)
  const [status] = statusAndTitle[known.kind]
  const { code, options } = known
  if (status < 500) requestLog.refused(request, status, code, options.internal)
  else request.log.error({ err: error, code, internal: options.internal }, 'request failed')
  if (known.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  if (known.options.retryAfterSeconds) reply.header('retry-after', known.options.retryAfterSeconds)
  if (request.routeOptions.config.endpoint?.format === 'scim')
    return sendScimProblem(reply, known, status)
  // A string, not an object, so that the serialiser of the route's success schema leaves it alone.
  return reply
    .code(status)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(known, request.id)))
}

function toProblem(error: AppError, requestId: string): Problem {
  const [status, title] = statusAndTitle[error.kind]
  const { invalidParams } = error.options
  return {
    type: `/api/v1/problems/${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(invalidParams?.length ? { invalidParams } : {}),
  }
}

/** Any other error not thrown on purpose becomes a generic 500: it may hold paths, SQL or secrets. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error as FastifyError)
  if (isUnreachable(error)) return databaseUnavailable()
  if (error instanceof FilesAway) return filesUnavailable()
  const status = (error as FastifyError | undefined)?.statusCode ?? 500
  const kind = status < 500 ? kindOfStatus.get(status) : undefined
  if (kind) return new AppError(kind, protocolMessages[kind] ?? 'The request is not valid.')
  return new AppError('internal', 'An unexpected error occurred. The server log has the details.')
}

function databaseUnavailable(): AppError {
  return new AppError(
    'unavailable',
    'The database does not answer at the moment. Try again in a few seconds.',
    { code: 'database-unavailable', retryAfterSeconds: 5 },
  )
}

function filesUnavailable(): AppError {
  return new AppError(
    'unavailable',
    'The store of the files does not answer at the moment. What has arrived is kept. Try again in a few seconds.',
    { code: 'files-unavailable', retryAfterSeconds: 5 },
  )
}

/** Texts for Fastify's own refusals, because we cannot promise the wording of Fastify's. */
const protocolMessages: Partial<Record<ErrorKind, string>> = {
  invalid: 'The request body cannot be read: send valid JSON.',
  'too-large': 'The request body is too large.',
  'unsupported-media-type': 'Send the body as application/json.',
}

const contextNames: Record<string, string> = { querystring: 'query', params: 'path' }

function validationError(error: Pick<FastifyError, 'validation' | 'validationContext'>): AppError {
  const { validation = [], validationContext = 'body' } = error
  const root = contextNames[validationContext] ?? validationContext
  const invalidParams: InvalidParam[] = validation.map((issue) => ({
    name: [root, ...issue.instancePath.split('/').filter(Boolean)].join('.'),
    reason: issue.message ?? 'is not valid',
  }))
  // Rules of our own do not appear in the published schema.
  const fits = validation.every(({ keyword }) => keyword === 'custom')
  return refusal(fits ? 'unprocessable' : 'invalid', invalidParams)
}
