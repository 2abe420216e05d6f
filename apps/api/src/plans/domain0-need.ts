import { MINUTE_SECONDS } from '@steelyard/loop'
import { creditsDomain0Needs, DOMAIN0_NAME } from '@steelyard/model'
import type { Domain0Need } from '@steelyard/xen'
import type { Db, Tx } from '../db.ts'
import { nowSeconds } from '../epoch.ts'
import { loadWindows } from '../windows/window-rows.ts'

const WATCHED_SECONDS = 3600

/**
 * What Domain-0 of a host needs of the credits: by its busiest minute of the last hour where the host
 * is watched, otherwise by what its newest analysis measured.
 *
 * @param pCpus of Domain-0's cpupool; null where they are not known, and then its use counts for
 *   nothing
 */
export async function domain0Need(
  db: Db | Tx,
  hostId: string,
  pCpus: number | null,
): Promise<Domain0Need> {
  if (pCpus === null) return { needs: creditsDomain0Needs(null, 1), use: null }
  const use = (await watchedUse(db, hostId)) ?? (await analysedUse(db, hostId))
  return { needs: creditsDomain0Needs(use, pCpus), use }
}

async function watchedUse(db: Db | Tx, hostId: string): Promise<number | null> {
  const now = nowSeconds()
  const range = { fromEpochSeconds: now - WATCHED_SECONDS, toEpochSeconds: now }
  const windows = await loadWindows(db, hostId, MINUTE_SECONDS, range)
  const uses = windows.flatMap(({ domain, cpu }) =>
    domain === DOMAIN0_NAME && cpu && cpu.coveredSeconds > 0
      ? [cpu.usedSeconds / cpu.coveredSeconds]
      : [],
  )
  return uses.length === 0 ? null : Math.max(...uses)
}

async function analysedUse(db: Db | Tx, hostId: string): Promise<number | null> {
  const [measured] = await db.$queryRaw<{ use: number | null }[]>`
    SELECT (coalesce(result->'found', result) #>> '{domain0,utilisation}')::float8 AS use
      FROM "Analysis" WHERE "hostId" = ${hostId}::uuid AND result IS NOT NULL
     ORDER BY id DESC LIMIT 1`
  return measured?.use ?? null
}
