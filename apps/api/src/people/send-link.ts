import type { AccountLink } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { NewLink } from '../access/account-links.ts'
import type { Actor } from '../access/actor.ts'
import type { Deps } from '../deps.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { PersonRow } from './person-row.ts'

/** Sends the link where mail is set up. A mail that fails is no error: the link can be passed on. */
export async function sendLink(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  actor: Actor,
  { email, name }: Pick<PersonRow, 'email' | 'name'>,
  kind: 'invite' | 'reset',
  { token, expiresAt }: NewLink,
): Promise<AccountLink> {
  const url = new URL(`/welcome#token=${token}`, config.webOrigin).href
  const { sent: mailed } = await sendMail(config, log, {
    to: email,
    ...words.people[kind]({ name, by: actor.principal.name, url, expiresAt }),
  })
  return { url, expiresAt: expiresAt.toISOString(), mailed }
}
