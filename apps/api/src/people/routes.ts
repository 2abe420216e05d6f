import * as contract from '@steelyard/contract'
import { stepAfterPassword } from '../access/next-step.ts'
import { defineRoute } from '../http/define-route.ts'
import { asManyAs } from '../http/route-cost.ts'
import { beginBrowserSession } from '../session/browser-session.ts'
import { acceptAccountLink, openAccountLink } from './accept-account-link.ts'
import { endPersonSessions } from './end-person-sessions.ts'
import { invitePerson } from './invite-person.ts'
import { makePersonLink } from './make-person-link.ts'
import { personParts, serialisePerson } from './person-row.ts'
import { removeSecondFactors } from './remove-second-factors.ts'
import { transferPerson } from './transfer-person.ts'
import { updatePerson } from './update-person.ts'

export const peopleRoutes = [
  defineRoute(contract.listPeople, {
    access: 'people:manage',
    cost: asManyAs('people'),
    async handler({ deps }) {
      const rows = await deps.db.user.findMany({
        include: personParts,
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      })
      return { data: rows.map(serialisePerson) }
    },
  }),

  defineRoute(contract.invitePerson, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.invite',
    rate: 'strict',
    location: ({ person }) => `/people/${person.id}`,
    async handler({ body, actor, deps }) {
      const { person, link } = await invitePerson(deps, actor, body)
      return { person: serialisePerson(person), link }
    },
  }),

  defineRoute(contract.updatePerson, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.update',
    handler: async ({ params, body, actor, deps }) =>
      serialisePerson(await updatePerson(deps.db, actor, params.id, body)),
  }),

  defineRoute(contract.makePersonLink, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.make-link',
    rate: 'strict',
    handler: ({ params, actor, deps }) => makePersonLink(deps, actor, params.id),
  }),

  defineRoute(contract.endPersonSessions, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.end-sessions',
    handler: ({ params, actor, deps }) => endPersonSessions(deps.db, actor, params.id),
  }),

  defineRoute(contract.removeSecondFactors, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.remove-second-factors',
    handler: ({ params, actor, deps }) => removeSecondFactors(deps.db, actor, params.id),
  }),

  defineRoute(contract.transferPerson, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.transfer',
    handler: async ({ params, body, actor, deps }) =>
      serialisePerson(await transferPerson(deps.db, actor, params.id, body.toId)),
  }),

  defineRoute(contract.openAccountLink, {
    access: 'public',
    rate: 'strict',
    async handler({ body, deps }) {
      const { kind, user } = await openAccountLink(deps.db, body.token)
      return { kind, email: user.email, name: user.name }
    },
  }),

  defineRoute(contract.acceptAccountLink, {
    access: 'public',
    audit: 'person.accept-link',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const user = await acceptAccountLink(deps.db, actor, body)
      const state = await stepAfterPassword(deps.db, user.id)
      await beginBrowserSession(http.request, user.id, state)
      return state
    },
  }),
]
