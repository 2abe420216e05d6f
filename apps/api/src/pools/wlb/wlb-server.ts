import { createServer, type Server } from 'node:https'
import { wlbHandler } from '@steelyard/xapi'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { poolAdvisor } from './pool-advisor.ts'

/** Serves XAPI as its workload balancer, over TLS alone. */
export async function startWlbServer(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { host, port, user, password, certificate, key }: NonNullable<Config['wlb']>,
): Promise<Server> {
  const onError = (err: unknown) => log.error({ err }, 'XAPI was not advised')
  const server = createServer(
    { cert: certificate, key, minVersion: 'TLSv1.2' },
    wlbHandler({ advisor: poolAdvisor(db), user, password, onError }),
  )
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  })
  return server
}
