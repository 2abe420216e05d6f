import * as contract from '@steelyard/contract'
import { byId } from '../../access/reach.ts'
import { defineRoute } from '../../http/define-route.ts'
import { proofOf } from '../../second-factors/proof.ts'
import { givePolicyGrant } from './give-policy-grant.ts'
import { revokePolicyGrant } from './revoke-policy-grant.ts'
import { serialiseGrant } from './serialise-grant.ts'

export const grantRoutes = [
  defineRoute(contract.givePolicyGrant, {
    access: 'plans:apply',
    reach: byId('host'),
    audit: 'policy-grant.give',
    rate: 'strict',
    location: ({ hostId }) => `/hosts/${hostId}/policy`,
    async handler({ params, body, actor, deps, http }) {
      const proof = await proofOf(deps, http.request, body)
      const expiresAt = new Date(body.expiresAt)
      return serialiseGrant(await givePolicyGrant(deps, actor, params.id, { expiresAt, proof }))
    },
  }),

  defineRoute(contract.revokePolicyGrant, {
    access: 'plans:apply',
    reach: byId('host'),
    audit: 'policy-grant.revoke',
    handler: ({ params, actor, deps }) => revokePolicyGrant(deps.db, actor, params.id),
  }),
]
