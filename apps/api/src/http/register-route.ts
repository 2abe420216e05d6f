import type { Endpoint } from '@steelyard/contract'
import { Problem, ScimProblem } from '@steelyard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { onBehalfOf } from '../asking-request.ts'
import type { Deps } from '../deps.ts'
import { traceParentOf } from '../tracing/trace-parent.ts'
import type { Route } from './define-route.ts'
import { replayOrRun } from './idempotency.ts'
import { type KeptAnswers, sendKept } from './kept-answers.ts'
import { SCIM_JSON } from './scim-problem.ts'
import { Written } from './written.ts'

export const API_BASE = '/api/v1'

/** Registers a route of the contract below `/api/v1`. `http/guards.ts` has run the guards. */
export function registerRoute(
  app: FastifyInstance,
  deps: Deps,
  kept: KeptAnswers,
  route: Route,
): void {
  const { endpoint, options } = route
  app.route({
    method: endpoint.method,
    url: `${API_BASE}${endpoint.path}`,
    schema: schemaOf(route),
    ...(options.quiet ? { logLevel: 'warn' as const } : {}),
    config: {
      access: options.access,
      rate: options.rate ?? 'normal',
      endpoint,
      fresh: options.fresh ?? false,
      everyRight: options.everyRight ?? false,
      ...(options.reach ? { reach: options.reach } : {}),
    },
    handler: async (request, reply) => {
      const traceParent = request.span ? traceParentOf(request.span) : null
      const run = () =>
        onBehalfOf(request.id, () => runRoute(route, deps, request, reply), traceParent)
      if (options.version) {
        const version = await options.version(deps.db, request.params)
        return sendKept(kept, version, request, reply, run)
      }
      const answer = await run()
      if (reply.sent) return reply
      if (answer instanceof Written)
        return reply.type('application/json; charset=utf-8').send(answer.json)
      if (options.location) reply.header('location', API_BASE + options.location(answer as never))
      // A handler may have set another status, as readiness does with 503.
      if (reply.statusCode === 200) reply.code(endpoint.status)
      if (endpoint.format && endpoint.response) reply.type(SCIM_JSON)
      return reply.send(answer)
    },
  })
}

async function runRoute(
  { endpoint, options }: Route,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const run = async () => {
    const recorded = new Set<string>()
    const actor: Actor = { ...request.actor, onAudit: (action) => recorded.add(action) }
    const { params, query, body } = request
    const answer = await options.handler({
      params,
      query,
      body,
      actor,
      deps: { ...deps, log: request.log as Deps['log'] },
      http: { request, reply },
    } as never)
    if (options.audit && ![options.audit].flat().some((action) => recorded.has(action))) {
      throw new Error(
        `${endpoint.id} declares the audit action ${options.audit}, none was recorded`,
      )
    }
    return answer
  }
  return endpoint.idempotent ? replayOrRun(deps.db, deps.config, request, reply, run) : run()
}

/** Extra facts about a route, which `http/openapi.ts` adds to the document. */
function schemaOf(route: Route): FastifySchema {
  const { endpoint, options } = route
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    description: describe(route),
    security: options.access === 'public' ? [] : [{ session: [] }, { token: [] }],
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(endpoint.format ? { consumes: [SCIM_JSON, 'application/json'] } : {}),
    response: {
      ...problemsOf(route),
      [endpoint.status]: successOf(endpoint),
      ...Object.fromEntries(endpoint.alsoAnswers?.map((each) => [each, successOf(endpoint)]) ?? []),
      ...(options.version ? { 304: unchanged } : {}),
    },
  } as FastifySchema
}

function describe({ endpoint, options: { access, fresh, everyRight } }: Route): string {
  const who: Record<string, string> = {
    public: 'Public.',
    'signed-in': 'For every signed-in person or token.',
    session: 'For a signed-in person only, not for tokens.',
    enrolling:
      'For a signed-in person, also one who still has to set up a second factor; not for tokens.',
  }
  const confirmed =
    'A person must have signed in or confirmed within 15 minutes (`confirmSession`).'
  return [
    endpoint.description,
    who[access] ?? `Needs the permission \`${access}\`.`,
    everyRight && 'A token needs every right of an administrator.',
    fresh && confirmed,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function successOf(endpoint: Endpoint): unknown {
  const { produces, response, summary, format } = endpoint
  if (produces) {
    const schema = produces === 'text/event-stream' ? serverSentEvent : z.string()
    return { description: summary, content: { [produces]: { schema } } }
  }
  if (!response) return z.null().describe('Done; there is no content')
  const type = format ? SCIM_JSON : 'application/json'
  return { description: summary, content: { [type]: { schema: response } } }
}

/** The schema of each event, because a stream as a whole has none. */
const serverSentEvent = z.object({ event: z.string(), data: z.string() })

const unchanged = z.null().describe('`If-None-Match` names the `ETag` of the present answer')

const problemTexts: Record<number, string> = {
  400: 'An input does not fit the schema; `invalidParams` says which',
  401: 'Not signed in',
  403: 'Signed in, but not allowed',
  404: 'There is no such resource, or you may not see it',
  409: 'The state does not allow it now',
  410: 'What it was is gone',
  412: 'This version of tus is not supported',
  413: 'Larger than what is accepted',
  415: 'The content type is not supported',
  422: 'Well-formed, but it cannot be done; `invalidParams` names an input that is to blame',
  423: 'Another connection is at it; ask for the state and try again',
  429: 'Too many requests; wait for `Retry-After` seconds',
  500: 'An unexpected error',
  503: 'The database does not answer, or too many ask for such work; wait for `Retry-After` seconds',
  507: 'The disk is full; what has arrived is kept and can be resumed',
}

function problemsOf({ endpoint, options }: Route): Record<number, unknown> {
  const statuses = [429, 500, 503, ...(endpoint.failures ?? [])]
  if (endpoint.params || endpoint.query || endpoint.body) statuses.push(400)
  if (endpoint.params || endpoint.query || endpoint.body || endpoint.method !== 'GET')
    statuses.push(422)
  if (options.access !== 'public') statuses.push(401, 403)
  if (endpoint.params || typeof options.reach === 'function') statuses.push(404)
  if (endpoint.method !== 'GET') statuses.push(409)
  return describeProblems(statuses, endpoint.format)
}

/** The failures of a route for the OpenAPI document. */
export function describeProblems(
  statuses: readonly number[],
  format?: Endpoint['format'],
): Record<number, unknown> {
  const content = format
    ? { [SCIM_JSON]: { schema: ScimProblem } }
    : { 'application/problem+json': { schema: Problem } }
  return Object.fromEntries(
    statuses.map((status) => [status, { description: problemTexts[status], content }]),
  )
}
