import * as contract from '@steelyard/contract'
import { hasAdministrator } from '../access/administrators.ts'
import { permissionsOfGrants } from '../access/permissions.ts'
import { defineRoute } from '../http/define-route.ts'
import { beginBrowserSession } from '../session/browser-session.ts'
import { serialiseUser } from '../session/serialise-user.ts'
import { completeSetup } from './complete-setup.ts'

export const setupRoutes = [
  defineRoute(contract.getSetup, {
    access: 'public',
    async handler({ deps }) {
      return { needed: !(await hasAdministrator(deps.db)) }
    },
  }),

  defineRoute(contract.completeSetup, {
    access: 'public',
    audit: 'setup.complete',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const user = await completeSetup(deps.db, actor, body)
      await beginBrowserSession(http.request, user.id)
      return serialiseUser(user, permissionsOfGrants(user.grants))
    },
  }),
]
