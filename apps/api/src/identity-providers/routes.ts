import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { asManyAs } from '../http/route-cost.ts'
import { discover, textsIn } from './discover-provider.ts'
import { providerParts, serialiseProvider } from './provider-row.ts'
import { removeProvider } from './remove-provider.ts'
import { addProvider, setProvider } from './set-provider.ts'
import { getSignInWays } from './sign-in-ways.ts'

export const identityProviderRoutes = [
  defineRoute(contract.listIdentityProviders, {
    access: 'people:manage',
    cost: asManyAs('identity providers'),
    async handler({ deps }) {
      const rows = await deps.db.identityProvider.findMany({
        include: providerParts,
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      })
      return { data: await Promise.all(rows.map((row) => serialiseProvider(deps, row))) }
    },
  }),

  defineRoute(contract.testIdentityProvider, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    rate: 'strict',
    async handler({ body, deps }) {
      const configuration = await discover(deps.config, body.issuer, 'test', () => null)
      const server = configuration.serverMetadata()
      return {
        signInAddress: server.authorization_endpoint!,
        scopes: textsIn(server.scopes_supported),
        hasUserInfo: server.userinfo_endpoint !== undefined,
        hasSignOut: server.end_session_endpoint !== undefined,
      }
    },
  }),

  defineRoute(contract.addIdentityProvider, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'identity-provider.create',
    rate: 'strict',
    location: ({ id }) => `/identity-providers/${id}`,
    handler: async ({ body, actor, deps }) =>
      serialiseProvider(deps, await addProvider(deps, actor, body)),
  }),

  defineRoute(contract.setIdentityProvider, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'identity-provider.update',
    rate: 'strict',
    handler: async ({ params, body, actor, deps }) =>
      serialiseProvider(deps, await setProvider(deps, actor, params.id, body)),
  }),

  defineRoute(contract.removeIdentityProvider, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'identity-provider.delete',
    handler: ({ params, actor, deps }) => removeProvider(deps.db, actor, params.id),
  }),

  defineRoute(contract.getSignInWays, {
    access: 'public',
    cost: asManyAs('identity providers'),
    handler: ({ deps }) => getSignInWays(deps),
  }),
]
