import type { AccountLink } from '@steelyard/contract'
import { makeAccountLink } from '../access/account-links.ts'
import type { Actor } from '../access/actor.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { everybodyBehind } from '../access/behind.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { loadPerson, stateOf } from './person-row.ts'
import { sendLink } from './send-link.ts'

/**
 * A new invitation, or a reset for someone who has lost the password. Earlier links become void; an
 * old password works until the new one is chosen.
 * @throws AppError `person-not-found`, `person-deactivated`, `forbidden` (`role-too-wide`)
 */
export async function makePersonLink(deps: Deps, actor: Actor, id: string): Promise<AccountLink> {
  const { person, kind, link } = await deps.db.$transaction(async (tx) => {
    const row = await loadPerson(tx, id)
    authoriseGrants(actor.principal, row.grants)
    const state = stateOf(row)
    if (state === 'deactivated')
      throw conflict(
        'person-deactivated',
        `${row.name} is deactivated. Reactivate the account first.`,
      )
    const wanted = state === 'invited' ? 'invite' : 'reset'
    const made = await makeAccountLink(tx, wanted, id, everybodyBehind(actor.principal))
    const target = { kind: 'user', id, name: row.name }
    await audit(tx, actor, { action: 'person.make-link', target, detail: { kind: wanted } })
    return { person: row, kind: wanted, link: made } as const
  })
  return sendLink(deps, actor, person, kind, link)
}
