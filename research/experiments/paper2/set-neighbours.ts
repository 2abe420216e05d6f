import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { WEB_SERVERS } from './domains.ts'

/** Makes the neighbours compute all the time, or only answer what the load balancer asks them. */
export async function setNeighbours(host: XenHost, state: 'idle' | 'busy'): Promise<void> {
  const command = `hog ${state === 'busy' ? 'on' : 'off'}`
  for (const { number } of WEB_SERVERS) await host.runInGuest(number, command)
}
