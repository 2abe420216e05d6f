import * as contract from '@steelyard/contract'
import { permissionsOfGrants } from '../access/permissions.ts'
import { audit } from '../audit/audit.ts'
import { defineRoute } from '../http/define-route.ts'
import { beginBrowserSession, endBrowserSession } from './browser-session.ts'
import { changePassword } from './change-password.ts'
import { serialiseUser } from './serialise-user.ts'
import { signIn } from './sign-in.ts'

export const sessionRoutes = [
  defineRoute(contract.signIn, {
    access: 'public',
    audit: 'session.create',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const user = await signIn(deps.db, actor, body)
      await beginBrowserSession(http.request, user.id)
      return serialiseUser(user, permissionsOfGrants(user.grants))
    },
  }),

  defineRoute(contract.getSession, {
    access: 'signed-in',
    async handler({ actor, deps }) {
      const user = await deps.db.user.findUniqueOrThrow({
        where: { id: actor.principal.userId! },
        include: { grants: true },
      })
      return serialiseUser(user, actor.principal.permissions)
    },
  }),

  defineRoute(contract.signOut, {
    access: 'session',
    audit: 'session.delete',
    async handler({ actor, deps, http }) {
      await endBrowserSession(http.request, http.reply)
      await deps.db.$transaction((tx) => audit(tx, actor, { action: 'session.delete' }))
    },
  }),

  defineRoute(contract.changePassword, {
    access: 'session',
    audit: 'user.change-password',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      await changePassword(deps.db, actor, body)
      await beginBrowserSession(http.request, actor.principal.userId!)
    },
  }),
]
