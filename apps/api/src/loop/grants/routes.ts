import * as contract from '@steelyard/contract'
import { byId } from '../../access/reach.ts'
import type { Tx } from '../../db.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { defineRoute } from '../../http/define-route.ts'
import { proofOf } from '../../second-factors/proof.ts'
import { boundsOfPolicy } from './bounds-of-policy.ts'
import { giveGrant } from './give-grant.ts'
import { revokeGrants } from './revoke-grants.ts'
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
      const boundsOf = (tx: Tx, host: HostRow) => boundsOfPolicy(tx, host, body.knowsKinds)
      const given = { lever: 'weight', boundsOf, expiresAt, proof } as const
      return serialiseGrant(await giveGrant(deps, actor, params.id, given))
    },
  }),

  defineRoute(contract.revokePolicyGrant, {
    access: 'plans:apply',
    reach: byId('host'),
    audit: 'policy-grant.revoke',
    handler: ({ params, actor, deps }) => revokeGrants(deps.db, actor, params.id, 'weight'),
  }),
]
