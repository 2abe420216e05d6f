import { inject } from 'vitest'
import { type HostHandle, XenHost } from './xen-host.ts'

/** The running host with this scheduler. */
export function hostWith(scheduler: HostHandle['scheduler']): XenHost {
  const handle = inject('xenHosts').find((candidate) => candidate.scheduler === scheduler)
  if (!handle) throw new Error(`No host with sched=${scheduler} is running`)
  return new XenHost(handle)
}
