import type { AccountLink, Grant } from '@steelyard/contract'
import { makeAccountLink } from '../access/account-links.ts'
import type { Actor } from '../access/actor.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { everybodyBehind } from '../access/behind.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { refuseTakenEmail } from './email-taken.ts'
import { loadPerson, type PersonRow } from './person-row.ts'
import { sendLink } from './send-link.ts'

/**
 * Creates an account that its person opens with a one-time link.
 * @throws AppError `email-taken`, `forbidden` (`role-too-wide`)
 */
export async function invitePerson(
  deps: Deps,
  actor: Actor,
  { email, name, grants }: { email: string; name: string; grants: Grant[] },
): Promise<{ person: PersonRow; link: AccountLink }> {
  authoriseGrants(actor.principal, grants)
  const { person, link } = await deps.db
    .$transaction(async (tx) => {
      const { id } = await tx.user.create({
        data: { email: email.toLowerCase(), name, grants: { create: grants } },
      })
      const made = await makeAccountLink(tx, 'invite', id, everybodyBehind(actor.principal))
      const target = { kind: 'user', id, name }
      await audit(tx, actor, { action: 'person.invite', target, detail: { email, grants } })
      return { person: await loadPerson(tx, id), link: made }
    })
    .catch(refuseTakenEmail)
  return { person, link: await sendLink(deps, actor, person, 'invite', link) }
}
