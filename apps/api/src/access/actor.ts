import { type Principal, type SystemName, systemPrincipal } from './permissions.ts'

/** The principal that asks for a change and its request, for use cases and the audit trail. */
export interface Actor {
  principal: Principal
  requestId: string | null
  remoteIp: string | null
  /** Called for every audit row: the route wrapper checks a route against its declaration. */
  onAudit?: (action: string) => void
}

export function systemActor(name: SystemName): Actor {
  return { principal: systemPrincipal(name), requestId: null, remoteIp: null }
}

/** Whether the product itself asks, so that no person waits for the answer. */
export function isSystem({ principal }: Actor): boolean {
  return principal.kind === 'system'
}
