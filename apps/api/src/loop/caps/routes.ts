import * as contract from '@steelyard/contract'
import { byId } from '../../access/reach.ts'
import { defineRoute } from '../../http/define-route.ts'
import { proofOf } from '../../second-factors/proof.ts'
import { giveGrant } from '../grants/give-grant.ts'
import { revokeGrants } from '../grants/revoke-grants.ts'
import { serialiseCapsGrant } from '../grants/serialise-grant.ts'
import { boundsOfCapsMonitor } from './bounds-of-caps-monitor.ts'
import { getCapsMonitor } from './get-caps-monitor.ts'
import { removeCapsMonitor } from './remove-caps-monitor.ts'
import { setCapsMonitor } from './set-caps-monitor.ts'

export const capsMonitorRoutes = [
  defineRoute(contract.getCapsMonitor, {
    access: 'hosts:read',
    reach: byId('host'),
    handler: async ({ params, deps }) => ({ monitor: await getCapsMonitor(deps, params.id) }),
  }),

  defineRoute(contract.setCapsMonitor, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'caps-monitor.set',
    async handler({ params, body, actor, deps }) {
      await setCapsMonitor(deps.db, actor, params.id, body)
      return (await getCapsMonitor(deps, params.id))!
    },
  }),

  defineRoute(contract.removeCapsMonitor, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'caps-monitor.remove',
    handler: ({ params, actor, deps }) => removeCapsMonitor(deps.db, actor, params.id),
  }),

  defineRoute(contract.giveCapsGrant, {
    access: 'plans:apply',
    reach: byId('host'),
    audit: 'policy-grant.give',
    rate: 'strict',
    location: ({ hostId }) => `/hosts/${hostId}/caps-monitor`,
    async handler({ params, body, actor, deps, http }) {
      const proof = await proofOf(deps, http.request, body)
      const expiresAt = new Date(body.expiresAt)
      const given = { lever: 'cap', boundsOf: boundsOfCapsMonitor, expiresAt, proof } as const
      return serialiseCapsGrant(await giveGrant(deps, actor, params.id, given))
    },
  }),

  defineRoute(contract.revokeCapsGrant, {
    access: 'plans:apply',
    reach: byId('host'),
    audit: 'policy-grant.revoke',
    handler: ({ params, actor, deps }) => revokeGrants(deps.db, actor, params.id, 'cap'),
  }),
]
