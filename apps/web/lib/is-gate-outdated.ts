import type { Host } from '@steelyard/contract'

/** Whether the host is readable but does not report the pCPUs of its cpupools. */
export function isGateOutdated(host: Pick<Host, 'connection' | 'schedulerParameters'>): boolean {
  return (
    host.connection.state === 'connected' &&
    host.schedulerParameters.length > 0 &&
    host.schedulerParameters.every(({ pCpus }) => pCpus === null)
  )
}
