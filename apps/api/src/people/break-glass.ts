import { makeAccountLink, type NewLink } from '../access/account-links.ts'
import { systemActor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { activate } from './activate.ts'
import { dropSecondFactors } from './remove-second-factors.ts'

/**
 * For whoever runs the machine itself: reactivates a person, gives the role of administrator on
 * request, removes second factors, which may be lost too, and makes a link for a new password. The
 * audit trail shows it.
 * @throws Error for an unknown address, with the known ones
 */
export async function breakGlass(db: Db, email: string, administrator: boolean): Promise<NewLink> {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email: email.toLowerCase() } })
    if (!user) {
      const known = await tx.user.findMany({ orderBy: { email: 'asc' }, take: 20 })
      const list = known.map((each) => each.email).join(', ')
      throw new Error(`There is no ${email || 'such person'}. Known: ${list || 'nobody yet'}`)
    }
    const { id, name } = user
    await activate(tx, id)
    const factorsRemoved = await dropSecondFactors(tx, id)
    const wanted = { userId: id, role: 'administrator', tag: null, providerId: null }
    if (administrator && (await tx.grant.count({ where: wanted })) === 0)
      await tx.grant.create({ data: wanted })
    const link = await makeAccountLink(tx, 'reset', id)
    await audit(tx, systemActor('command-line'), {
      action: 'person.break-glass',
      target: { kind: 'user', id, name },
      detail: { administrator, factorsRemoved },
    })
    return link
  })
}
