import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import { onVisibleHosts } from '../access/visible-hosts.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { askAdvice } from './ask-advice.ts'
import { toRow, withHost } from './load-balancer-row.ts'
import { removeLoadBalancer } from './remove-load-balancer.ts'
import { serialiseLoadBalancer } from './serialise-load-balancer.ts'
import { setLoadBalancer } from './set-load-balancer.ts'
import { fitThroughput } from './throughput-fit.ts'

export const loadBalancerRoutes = [
  defineRoute(contract.getLoadBalancerAdvice, {
    access: 'load-balancer',
    reach: byId('host'),
    quiet: true,
    handler: ({ params, actor, deps }) => askAdvice(deps, actor.principal, params.id, null),
  }),

  defineRoute(contract.sendLoadBalancerReport, {
    access: 'load-balancer',
    reach: byId('host'),
    quiet: true,
    handler: ({ params, body, actor, deps }) => askAdvice(deps, actor.principal, params.id, body),
  }),

  defineRoute(contract.listLoadBalancers, {
    access: 'hosts:read',
    reach: 'listed',
    quiet: true,
    async handler({ query, actor, deps }) {
      const rows = await deps.db.loadBalancer.findMany({
        where: await onVisibleHosts(deps.db, actor.principal, 'hosts:read'),
        include: withHost,
        ...pageById(query),
      })
      const serialise = (row: (typeof rows)[number]) =>
        serialiseLoadBalancer(toRow(row), deps.config)
      return toPage(rows, query.limit, serialise, (row) => row.id)
    },
  }),

  defineRoute(contract.setLoadBalancer, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'load-balancer.set',
    handler: async ({ params, body, actor, deps }) =>
      serialiseLoadBalancer(await setLoadBalancer(deps.db, actor, params.id, body), deps.config),
  }),

  defineRoute(contract.removeLoadBalancer, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'load-balancer.remove',
    handler: ({ params, actor, deps }) => removeLoadBalancer(deps.db, actor, params.id),
  }),

  defineRoute(contract.fitThroughput, {
    access: 'hosts:read',
    reach: 'nothing',
    handler: async ({ body }) => fitThroughput(body.points),
  }),
]
