import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Counter } from 'prom-client'
import { anonymous } from '../access/permissions.ts'
import { shortened, withoutQuery } from '../logger.ts'
import './request-context.ts'

const SUMMARY_EVERY_MS = 60_000

const refusedRequests = new Counter({
  name: 'steelyard_http_refusals_total',
  help: 'Refused requests that are counted instead of logged, by problem code',
  labelNames: ['code'],
})

/**
 * Logs one line per request, when it ends. What anybody can cause without an account is counted
 * instead and summed up once a minute per problem code, because a line for each such request would
 * let a stranger fill the disk.
 */
export class RequestLog extends LogController {
  readonly #log: FastifyBaseLogger
  readonly #counted = new Map<string, { count: number; lastFrom: string; lastPath: string }>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: FastifyBaseLogger) {
    super()
    this.#log = log
  }

  /** Nothing is known yet about who asks. */
  override incomingRequest(): void {}

  override requestCompleted(
    err: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (isCounted(request, reply.statusCode)) return
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (err) request.log.error({ ...facts, err }, 'request errored')
    else request.log.info(facts, 'request completed')
  }

  /** Logs or counts a refusal. `internal` is what the caller is not told. */
  refused(request: FastifyRequest, status: number, code: string, internal?: string): void {
    if (isCounted(request, status)) this.count(request, code)
    else request.log.info({ code, internal: internal && shortened(internal) }, 'request refused')
  }

  count({ ip, url }: FastifyRequest, code: string): void {
    refusedRequests.inc({ code })
    const count = (this.#counted.get(code)?.count ?? 0) + 1
    this.#counted.set(code, { count, lastFrom: shortened(ip), lastPath: withoutQuery(url) })
    this.#timer ??= setTimeout(() => this.summarise(), SUMMARY_EVERY_MS).unref()
  }

  /** Logs what was counted since the last summary. */
  summarise(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [code, counted] of this.#counted) {
      this.#log.info({ code, ...counted }, 'requests refused')
    }
    this.#counted.clear()
  }
}

/** Rate limits refuse before they know who asks, so everything that they refuse is counted. */
function isCounted({ actor }: FastifyRequest, status: number): boolean {
  if (status === 429) return true
  const isStranger = (actor?.principal ?? anonymous) === anonymous
  return isStranger && status >= 400 && status < 500
}
