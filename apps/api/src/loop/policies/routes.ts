import * as contract from '@steelyard/contract'
import { byId } from '../../access/reach.ts'
import type { PolicyModel } from '../../generated/prisma/models.ts'
import { defineRoute } from '../../http/define-route.ts'
import { asManyAs } from '../../http/route-cost.ts'
import { getHostPolicy } from './get-host-policy.ts'
import { removeHostPolicy } from './remove-host-policy.ts'
import { removeTagPolicy } from './remove-tag-policy.ts'
import { setHostPolicy } from './set-host-policy.ts'
import { setTagPolicy } from './set-tag-policy.ts'

const serialiseTagPolicy = ({ id, tag, settings, updatedAt }: PolicyModel): contract.TagPolicy => ({
  id,
  tag: tag!,
  settings: contract.PolicySettings.parse(settings),
  updatedAt: updatedAt.toISOString(),
})

export const policyRoutes = [
  defineRoute(contract.getHostPolicy, {
    access: 'hosts:read',
    reach: byId('host'),
    handler: ({ params, deps }) => getHostPolicy(deps.db, params.id),
  }),

  defineRoute(contract.setHostPolicy, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'policy.set',
    async handler({ params, body, actor, deps }) {
      await setHostPolicy(deps.db, actor, params.id, body)
      return getHostPolicy(deps.db, params.id)
    },
  }),

  defineRoute(contract.removeHostPolicy, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'policy.remove',
    handler: ({ params, actor, deps }) => removeHostPolicy(deps.db, actor, params.id),
  }),

  // Tags of hosts are no secret from whoever may see any; rules of approval are listed likewise.
  defineRoute(contract.listTagPolicies, {
    access: 'hosts:read',
    reach: 'nothing',
    cost: asManyAs('policies of tags'),
    async handler({ deps }) {
      const rows = await deps.db.policy.findMany({
        where: { tag: { not: null } },
        orderBy: { tag: 'asc' },
      })
      return { data: rows.map(serialiseTagPolicy) }
    },
  }),

  defineRoute(contract.setTagPolicy, {
    access: 'hosts:write',
    reach: 'nothing',
    audit: 'policy.set',
    handler: async ({ body, actor, deps }) =>
      serialiseTagPolicy(await setTagPolicy(deps.db, actor, body)),
  }),

  defineRoute(contract.removeTagPolicy, {
    access: 'hosts:write',
    reach: 'nothing',
    audit: 'policy.remove',
    handler: ({ params, actor, deps }) => removeTagPolicy(deps.db, actor, params.id),
  }),
]
