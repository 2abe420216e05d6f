import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { loadPool, lockPool, type PoolRow } from './pool-row.ts'
import { refuseUnlessXapi } from './refuse-unless-xapi.ts'

type Shown = Record<'address' | 'fingerprint', string>

/** @throws AppError `pool-not-found`, `not-xapi`, `nothing-to-confirm`, `fingerprint-differs` */
export async function pinPoolMember(
  { db }: Deps,
  actor: Actor,
  id: string,
  shown: Shown,
): Promise<PoolRow> {
  return db.$transaction(async (tx) => {
    const pool = await lockPool(tx, id)
    refuseUnlessXapi(pool)
    await pinMember(tx, pool, shown)
    const target = { kind: 'pool', id, name: pool.name }
    await audit(tx, actor, { action: 'pool.pin-member', target, detail: shown })
    return loadPool(tx, id)
  })
}

/** Only the certificate offered last can be confirmed. */
export async function pinMember(
  tx: Tx,
  pool: PoolRow,
  { address, fingerprint }: Shown,
): Promise<void> {
  const offered = pool.members.find((each) => each.address === address)?.offeredFingerprint
  if (!offered) {
    throw conflict(
      'nothing-to-confirm',
      'No certificate of this member is waiting to be confirmed.',
    )
  }
  if (plain(fingerprint) !== plain(offered)) {
    throw conflict(
      'fingerprint-differs',
      'That is not the certificate that the member presented. Open the pool’s page and compare again.',
    )
  }
  await tx.poolMember.update({
    where: { poolId_address: { poolId: pool.id, address } },
    data: { pinnedFingerprint: offered },
  })
}

function plain(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toUpperCase()
}
