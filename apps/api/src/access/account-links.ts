import type { Db, Tx } from '../db.ts'
import { AppError } from '../errors.ts'
import type { AccountLinkModel } from '../generated/prisma/models.ts'
import { HOUR_MS } from '../milliseconds.ts'
import { uuidV7 } from '../uuid.ts'
import { hashSecret, randomSecret } from './secrets.ts'

type LinkKind = 'set-up' | 'invite' | 'reset'

/** People read mail the next working day; a reset is asked for by someone who waits for it. */
const VALID_MS: Record<LinkKind, number> = {
  'set-up': 24 * HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
  reset: 24 * HOUR_MS,
}

export interface NewLink {
  token: string
  expiresAt: Date
}

/**
 * Makes a one-time link and voids the earlier ones for the same person.
 * @param behindIds who may know it; nobody, if it is made on the machine itself
 * @param tokenOf what the link of an id is known by
 */
export async function makeAccountLink(
  tx: Tx,
  kind: LinkKind,
  userId: string | null,
  behindIds: string[] = [],
  tokenOf: (id: string) => string = randomSecret,
): Promise<NewLink> {
  const id = uuidV7()
  const token = tokenOf(id)
  const expiresAt = new Date(Date.now() + VALID_MS[kind])
  await tx.accountLink.deleteMany({ where: { userId, usedAt: null } })
  await tx.accountLink.create({
    data: { id, kind, userId, tokenHash: hashSecret(token), expiresAt, behindIds },
  })
  return { token, expiresAt }
}

const unused = () => ({ usedAt: null, expiresAt: { gt: new Date() } })
const usable = (token: string) => ({ tokenHash: hashSecret(token), ...unused() })

/** Links that still open something, without the tokens, which nobody but their owners knows. */
export async function usableLinks(tx: Tx, kind: LinkKind): Promise<AccountLinkModel[]> {
  return tx.accountLink.findMany({ where: { kind, ...unused() } })
}

/** @throws AppError `forbidden` (`link-refused`), as `takeAccountLink` does */
export async function findAccountLink(
  db: Db,
  token: string,
  kinds: readonly LinkKind[],
): Promise<AccountLinkModel> {
  const link = await db.accountLink.findUnique({ where: usable(token) })
  if (!link || !kinds.some((kind) => kind === link.kind)) throw linkRefusal()
  return link
}

/**
 * Uses a link up; of two requests at once only one succeeds.
 * @throws AppError `forbidden` (`link-refused`) for an unknown, used, replaced or late link: one
 *   answer, so that a guess reveals nothing
 */
export async function takeAccountLink(tx: Tx, { id }: { id: string }): Promise<void> {
  const { count } = await tx.accountLink.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: new Date() },
  })
  if (count === 0) throw linkRefusal()
}

export function linkRefusal(): AppError {
  return new AppError(
    'forbidden',
    'This link is not valid, or no longer valid. Ask for a new one; the link of the first start is printed again when Steelyard restarts.',
    {
      code: 'link-refused',
    },
  )
}
