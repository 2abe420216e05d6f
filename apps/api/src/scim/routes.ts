import * as contract from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import type { Deps } from '../deps.ts'
import { defineRoute } from '../http/define-route.ts'
import { asManyAs } from '../http/route-cost.ts'
import { updatePerson } from '../people/update-person.ts'
import { scimConfig, scimResourceTypes, scimSchemas } from './description.ts'
import { listScimUsers } from './list-scim-users.ts'
import { patched } from './patch-person.ts'
import { provisionPerson } from './provision-person.ts'
import { removePerson } from './remove-person.ts'
import { loadScimUser, personOfScimUser, serialiseScimUser } from './scim-user.ts'

export const scimRoutes = [
  defineRoute(contract.listScimUsers, {
    access: 'people:manage',
    cost: asManyAs('people'),
    handler: ({ query, deps }) => listScimUsers(deps.db, deps.config.webOrigin, query),
  }),

  defineRoute(contract.getScimUser, {
    access: 'people:manage',
    handler: async ({ params, deps }) =>
      serialiseScimUser(await loadScimUser(deps.db, params.id), deps.config.webOrigin),
  }),

  defineRoute(contract.createScimUser, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.provision',
    location: ({ id }) => `/scim/v2/Users/${id}`,
    handler: async ({ body, actor, deps }) =>
      serialiseScimUser(
        await provisionPerson(deps.db, actor, personOfScimUser(body)),
        deps.config.webOrigin,
      ),
  }),

  defineRoute(contract.replaceScimUser, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.update',
    handler: ({ params, body, actor, deps }) => change(deps, actor, params.id, () => body),
  }),

  defineRoute(contract.patchScimUser, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.update',
    handler: ({ params, body, actor, deps }) =>
      change(deps, actor, params.id, (user) => patched(user, body.Operations)),
  }),

  defineRoute(contract.deleteScimUser, {
    access: 'people:manage',
    fresh: true,
    audit: 'person.remove',
    handler: ({ params, actor, deps }) => removePerson(deps.db, actor, params.id),
  }),

  defineRoute(contract.getScimConfig, { access: 'public', handler: async () => scimConfig }),
  defineRoute(contract.listScimResourceTypes, {
    access: 'public',
    handler: async () => scimResourceTypes,
  }),
  defineRoute(contract.listScimSchemas, { access: 'public', handler: async () => scimSchemas }),
]

async function change(
  { db, config }: Deps,
  actor: Actor,
  id: string,
  wanted: (user: contract.ScimUser) => contract.ScimUserInput,
): Promise<contract.ScimUser> {
  const before = await loadScimUser(db, id)
  const input = wanted(serialiseScimUser(before, config.webOrigin))
  const after = await updatePerson(db, actor, id, personOfScimUser(input, before.name))
  return serialiseScimUser(after, config.webOrigin)
}
