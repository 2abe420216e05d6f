import type { PoolOfHost } from '@steelyard/contract'
import type { Principal } from '../access/permissions.ts'
import { mayEverywhere } from '../access/permissions.ts'
import type { Db } from '../db.ts'
import { getPoolAdvice } from './get-pool-advice.ts'

/** The pool of a host is known from the last decision about it. Pools are for roles on every host. */
export async function getPoolOfHost(
  db: Db,
  reader: Principal,
  hostId: string,
): Promise<PoolOfHost> {
  if (!mayEverywhere(reader, 'hosts:read')) return { pool: null }
  const decided = await db.poolDecision.findFirst({
    where: { content: { path: ['hosts'], array_contains: [{ hostId }] } },
    orderBy: { decidedAt: 'desc' },
    select: { pool: { select: { id: true, name: true } } },
  })
  if (!decided) return { pool: null }
  const { verdict, text } = await getPoolAdvice(db, decided.pool.id)
  return { pool: { ...decided.pool, verdict, text } }
}
