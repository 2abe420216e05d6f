import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Deps } from '../deps.ts'
import { lacksConfirmation } from '../http/fresh-confirmation.ts'
import { audit } from './audit.ts'

const ROW_EVERY_MS = 60_000

interface Refusals {
  actor: Actor
  route: string
  count: number
}

/**
 * Audits what signed-in people and tokens were not allowed to do: a row per principal, route and
 * minute with a count, so that one who keeps asking cannot flood the trail. Strangers are counted in
 * the metrics only.
 */
export function auditRefusals(app: FastifyInstance, deps: Deps): void {
  const collected = new Map<string, Refusals>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const refusals = [...collected.values()]
    collected.clear()
    for (const each of refusals) await auditRefusal(deps, each)
  }
  const writeLogged = () => {
    writing = writing
      .then(write)
      .catch((err) => deps.log.error({ err }, 'refusals could not be audited'))
    return writing
  }

  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request
    if (reply.statusCode !== 403 || !actor?.principal.id) return
    // Being asked to confirm is no refusal.
    if (lacksConfirmation(request)) return
    const route = routeOf(request)
    const key = `${actor.principal.id} ${route}`
    const count = (collected.get(key)?.count ?? 0) + 1
    collected.set(key, { actor, route, count })
    timer ??= setTimeout(writeLogged, ROW_EVERY_MS).unref()
  })
  app.addHook('onClose', writeLogged)
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.config.endpoint?.path ?? routeOptions.url}`
}

async function auditRefusal({ db }: Deps, { actor, route, count }: Refusals): Promise<void> {
  await db.$transaction((tx) =>
    audit(tx, actor, {
      action: 'access.refuse',
      target: { kind: 'route', name: route },
      outcome: 'refused',
      detail: { count },
    }),
  )
}
