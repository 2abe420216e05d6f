import { creditsDomain0Needs } from '@steelyard/model'
import type { Domain0Need } from '@steelyard/xen'
import type { Db, Tx } from '../db.ts'

/**
 * What Domain-0 of a host needs of the credits, by what the host's newest analysis measured it to
 * use.
 *
 * @param pCpus of Domain-0's cpupool; null where they are not known, and then its use counts for
 *   nothing
 */
export async function domain0Need(
  db: Db | Tx,
  hostId: string,
  pCpus: number | null,
): Promise<Domain0Need> {
  const [measured] = await db.$queryRaw<{ use: number | null }[]>`
    SELECT (result #>> '{domain0,utilisation}')::float8 AS use
      FROM "Analysis" WHERE "hostId" = ${hostId}::uuid AND result IS NOT NULL
     ORDER BY id DESC LIMIT 1`
  const use = pCpus === null ? null : (measured?.use ?? null)
  return { needs: creditsDomain0Needs(use, pCpus ?? 1), use }
}
