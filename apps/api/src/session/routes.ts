import * as contract from '@steelyard/contract'
import { stillOpen } from '../access/session-store.ts'
import { audit } from '../audit/audit.ts'
import { defineRoute } from '../http/define-route.ts'
import { asManyAs } from '../http/route-cost.ts'
import { beginBrowserSession, endBrowserSession, idOfSession } from './browser-session.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { enter } from './enter.ts'
import { serialiseSession } from './serialise-session.ts'
import { serialiseUser } from './serialise-user.ts'
import { updateProfile } from './update-profile.ts'

export const sessionRoutes = [
  defineRoute(contract.signIn, {
    access: 'public',
    audit: ['session.create', 'session.first-step'],
    rate: 'strict',
    handler: ({ body, actor, deps, http }) => enter(deps, actor, body, http),
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
      const { providerId = null } = http.request.session
      await endBrowserSession(http.request, http.reply, deps.config)
      await deps.db.$transaction((tx) => audit(tx, actor, { action: 'session.delete' }))
      return { providerId }
    },
  }),

  defineRoute(contract.updateProfile, {
    access: 'session',
    audit: 'user.update',
    async handler({ body, actor, deps }) {
      const user = await updateProfile(deps.db, actor, body)
      return serialiseUser(user, actor.principal.permissions)
    },
  }),

  defineRoute(contract.listSessions, {
    access: 'session',
    cost: asManyAs('sessions of one person'),
    async handler({ actor, deps, http }) {
      const rows = await deps.db.session.findMany({
        where: { userId: actor.principal.userId!, ...stillOpen() },
        include: { provider: { select: { name: true } } },
        orderBy: { lastUsedAt: 'desc' },
      })
      const current = idOfSession(http.request)
      return { data: rows.map((row) => serialiseSession(row, current)) }
    },
  }),

  defineRoute(contract.endSession, {
    access: 'session',
    fresh: true,
    audit: 'session.end',
    handler: ({ params, actor, deps }) => endSession(deps.db, actor, params.id),
  }),

  defineRoute(contract.endOtherSessions, {
    access: 'session',
    fresh: true,
    audit: 'session.end',
    handler: ({ actor, deps, http }) => endOtherSessions(deps.db, actor, idOfSession(http.request)),
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
