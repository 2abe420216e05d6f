import type { AccountLink } from '@steelyard/contract'
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
  const by = actor.principal.name
  const { sent: mailed } = await sendMail(config, log, {
    to: email,
    ...(kind === 'invite'
      ? {
          subject: 'Your invitation to Steelyard',
          text: `Hello ${name},\n\n${by} has invited you to Steelyard, which plans the CPU of Xen hosts. Open this link to choose a password; it works once, until ${expiresAt.toUTCString()}:\n\n${url}\n`,
        }
      : {
          subject: 'A new password for Steelyard',
          text: `Hello ${name},\n\n${by} has made a link for you to choose a new password. It works once, until ${expiresAt.toUTCString()}:\n\n${url}\n\nIf you did not ask for it, tell ${by}; your password stays as it is until the link is used.\n`,
        }),
  })
  return { url, expiresAt: expiresAt.toISOString(), mailed }
}
