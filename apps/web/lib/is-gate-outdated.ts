import type { Host } from '@steelyard/contract'

/** Whether the host is read but does not show which pCPUs its cpupools have. */
export function isGateOutdated(host: Pick<Host, 'connection' | 'schedulerParameters'>): boolean {
  return (
    host.connection.state === 'connected' &&
    host.schedulerParameters.length > 0 &&
    host.schedulerParameters.every(({ pCpus }) => pCpus === null)
  )
}
