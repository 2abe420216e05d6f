import { Readable } from 'node:stream'
import { deleteFile, FileParams, IdParams, tusCreateFile, urlOf } from '@steelyard/contract'
import type { Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { byId } from '../../access/reach.ts'
import type { Deps } from '../../deps.ts'
import { AppError, type ErrorKind, notFound } from '../../errors.ts'
import { FilesAway } from '../../files/files.ts'
import { API_BASE, describeProblems } from '../../http/register-route.ts'
import { holdUpload, refuseWhileRead } from '../hold-upload.ts'
import { FileLocker } from './file-locker.ts'
import { createTusServer } from './tus-server.ts'

const OFFSET_STREAM = 'application/offset+octet-stream'

/** What a request in tus lacks: who sent it, and the error behind its mere status and text. */
interface Call {
  userId: string | null
  refusal?: AppError | FilesAway
}
const calls = new WeakMap<Request, Call>()

/** Guards, rate limit and problem+json as on every route; bytes bypass Fastify's body parser. */
export async function addTusRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const locker = new FileLocker(deps.config.databaseUrl)
  app.addHook('onClose', () => locker.close())
  const tus = createTusServer(deps, locker, (request) => calls.get(request)!.userId)
  tus.options.onResponseError = (request, error) => {
    if (error instanceof AppError || error instanceof FilesAway)
      calls.get(request as Request)!.refusal = error
    return undefined
  }
  await app.register(async (scope) => {
    // Otherwise a JSON or text body would be consumed before tus could read it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(OFFSET_STREAM, (_request, _payload, done) => done(null))
    const security: Record<string, string[]>[] = [{ session: [] }, { token: [] }]
    const tag = { tags: ['Uploads'], security }
    const refusals = describeProblems([
      400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 423, 429, 500, 503, 507,
    ])
    const files = `${API_BASE}${tusCreateFile.path}`
    const file = `${API_BASE}${deleteFile.path}`
    scope.options(files, {
      config: { access: 'public' },
      schema: {
        ...tag,
        params: IdParams,
        summary: 'What the tus server can do',
        security: [],
        response: {
          204: z.null().describe('`Tus-Extension` names it'),
          ...describeProblems([400, 429, 500]),
        },
      },
      handler: (request, reply) => forward(tus, request, reply),
    })
    scope.post(files, {
      config: { access: 'uploads:write', reach: byId('upload'), carriesFile: true },
      schema: {
        ...tag,
        params: IdParams,
        operationId: tusCreateFile.id,
        summary: tusCreateFile.summary,
        description: tusCreateFile.description ?? '',
        response: {
          201: z.null().describe('Begun; `Location` says where the bytes go'),
          ...refusals,
        },
      },
      handler: (request, reply) => forward(tus, request, reply),
    })
    scope.head(file, {
      config: { access: 'uploads:write', reach: byId('upload') },
      schema: {
        ...tag,
        params: FileParams,
        summary: 'How many bytes arrived (tus)',
        response: { 200: z.null().describe('`Upload-Offset` says it'), ...refusals },
      },
      handler: async (request, reply) => {
        await findFile(deps, request)
        return forward(tus, request, reply)
      },
    })
    scope.patch(file, {
      config: { access: 'uploads:write', reach: byId('upload'), carriesFile: true },
      schema: {
        ...tag,
        params: FileParams,
        summary: 'Send the next bytes (tus)',
        response: {
          204: z.null().describe('Stored; `Upload-Offset` says how many bytes there are now'),
          ...refusals,
        },
      },
      handler: async (request, reply) => {
        await refuseUnlessOpen(deps, request)
        return forward(tus, request, reply)
      },
    })
    scope.delete(file, {
      config: { access: 'uploads:write', reach: byId('upload') },
      schema: {
        ...tag,
        params: FileParams,
        operationId: deleteFile.id,
        summary: deleteFile.summary,
        response: { [deleteFile.status]: z.null().describe('Removed'), ...refusals },
      },
      handler: async (request, reply) => {
        const { fileId } = await refuseUnlessOpen(deps, request)
        return forward(tus, request, reply, async () => {
          await deps.db.uploadFile.delete({ where: { id: fileId } })
        })
      },
    })
  })
}

async function findFile(deps: Deps, request: FastifyRequest) {
  const { id, fileId } = request.params as z.output<typeof FileParams>
  const file = await deps.db.uploadFile.findUnique({ where: { id: fileId, uploadId: id } })
  if (!file) throw notFound('file')
  return { id, fileId }
}

async function refuseUnlessOpen(deps: Deps, request: FastifyRequest) {
  const { id, fileId } = await findFile(deps, request)
  await deps.db.$transaction(async (tx) => refuseWhileRead(tx, await holdUpload(tx, id)))
  return { id, fileId }
}

const kindOfStatus: Record<number, ErrorKind> = {
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'gone',
  413: 'too-large',
  415: 'unsupported-media-type',
  // An extension of tus that we do not offer is a fault of the request, not of the server.
  501: 'invalid',
}

/** @param beforeAnswer what else must be done once tus has succeeded */
async function forward(
  tus: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  beforeAnswer = async () => {},
) {
  const webRequest = toWebRequest(request)
  const call: Call = { userId: request.actor.principal.userId }
  calls.set(webRequest, call)
  const answer = await tus.handleWeb(webRequest)
  if (answer.status >= 400) throw call.refusal ?? (await toAppError(answer))
  await beforeAnswer()
  for (const [name, value] of answer.headers) {
    // One origin serves dashboard and API, so pages of other origins need no access.
    if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
  }
  return reply.code(answer.status).send()
}

async function toAppError(answer: Response): Promise<AppError> {
  const text = (await answer.text()).trim()
  const kind = kindOfStatus[answer.status] ?? (answer.status < 500 ? 'invalid' : 'internal')
  if (kind === 'internal') return new AppError(kind, 'The file was not stored.', { internal: text })
  return new AppError(kind, text || 'The tus request is not valid.', { code: `tus-${kind}` })
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // Removing a file is an ordinary call of the API; only tus wants its version for it.
  if (request.method === 'DELETE') headers.set('tus-resumable', '1.0.0')
  const carriesBytes = request.method === 'PATCH' || request.method === 'POST'
  // Passes the route with its checked parameters, not the address as sent: tus takes whatever
  // follows the last slash for the file, even in a query, and would act on a file other than the
  // one that the guards checked.
  const path = urlOf('', request.routeOptions.url!, request.params)
  return new Request(new URL(path, 'http://upload.invalid'), {
    method: request.method,
    headers,
    ...(carriesBytes ? { body: Readable.toWeb(request.raw), duplex: 'half' } : {}),
  } as RequestInit)
}
