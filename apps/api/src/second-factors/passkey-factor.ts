import type { Actor } from '../access/actor.ts'
import { holdAdministrators, requireAdministrator } from '../access/administrators.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../errors.ts'
import { registrationOptions, verifyRegistration } from './passkeys.ts'
import { type Here, recordLostFactor, recordNewFactor } from './record-factor.ts'

const MOST_PASSKEYS = 20

/**
 * What the browser needs to make a passkey.
 * @throws AppError `conflict` (`too-many-passkeys`), `unprocessable` (`no-passkeys-here`)
 */
export async function passkeyOptions({ db, config }: Deps, actor: Actor) {
  const { passkeys, ...user } = await db.user.findUniqueOrThrow({
    where: { id: actor.principal.userId! },
    include: { passkeys: true },
  })
  if (passkeys.length >= MOST_PASSKEYS) {
    throw conflict('too-many-passkeys', 'Remove a passkey before you add another.')
  }
  return registrationOptions(config, user, passkeys)
}

/**
 * @returns recovery codes, or null for whoever has some
 * @throws AppError `forbidden` (`passkey-refused`)
 */
export async function addPasskey(
  { db, config }: Deps,
  actor: Actor,
  { name, passkey, challenge }: { name: string; passkey: object; challenge: string | null },
  here: Here,
): Promise<string[] | null> {
  const userId = actor.principal.userId!
  const verified = await verifyRegistration(config, challenge, passkey)
  return db.$transaction(async (tx) => {
    const data = { userId, name, ...verified }
    const { count } = await tx.passkey.createMany({ data, skipDuplicates: true })
    if (count === 0) throw conflict('passkey-exists', 'This passkey has been added before.')
    return recordNewFactor(tx, actor, { kind: 'passkey', name }, here)
  })
}

/** @throws AppError `passkey-not-found`, also for another person's */
export async function renamePasskey(
  { db }: Deps,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { id, userId: actor.principal.userId! }
    const { count } = await tx.passkey.updateMany({ where, data: { name } })
    if (count === 0) throw notFound('passkey')
    await audit(tx, actor, { action: 'second-factor.rename', detail: { name } })
  })
}

/** @throws AppError `passkey-not-found`, `conflict` (`second-factor-required`) */
export async function removePasskey(
  { db }: Deps,
  actor: Actor,
  id: string,
  sessionId: string,
): Promise<void> {
  const userId = actor.principal.userId!
  await db.$transaction(async (tx) => {
    await holdAdministrators(tx)
    const [removed] = await tx.passkey.findMany({ where: { id, userId } })
    if (!removed) throw notFound('passkey')
    await tx.passkey.delete({ where: { id } })
    // The only way in of one who has no password.
    if (actor.principal.grants.some(({ role }) => role === 'administrator'))
      await requireAdministrator(tx)
    await recordLostFactor(tx, actor, { kind: 'passkey', name: removed.name }, sessionId)
  })
}
