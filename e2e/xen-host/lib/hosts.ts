import { inject } from 'vitest'
import { pickHost } from './served-hosts.ts'
import type { HostHandle, XenHost } from './xen-host.ts'

/** The running host with this scheduler. */
export function hostWith(scheduler: HostHandle['scheduler']): XenHost {
  return pickHost(inject('xenHosts'), scheduler)
}
