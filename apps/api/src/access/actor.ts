import { type Principal, systemPrincipal } from './permissions.ts'

/** Who asks for a change, and through which request: what use cases take and the audit trail keeps. */
export interface Actor {
  principal: Principal
  requestId: string | null
  remoteIp: string | null
  /** Told of every audit row, so that the route wrapper can hold a route to its declaration. */
  onAudit?: (action: string) => void
}

export function systemActor(name: 'worker' | 'agent' | 'api'): Actor {
  return { principal: systemPrincipal(name), requestId: null, remoteIp: null }
}

/** Whether the product itself asks, so that nobody waits for the answer. */
export function isSystem({ principal }: Actor): boolean {
  return principal.kind === 'system'
}
