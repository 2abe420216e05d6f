import { kindOf, type Situation } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { HOUR_MS } from '../../milliseconds.ts'
import { unpackRelief } from '../recommendations/stored-relief.ts'
import { learntFactors } from './learnt-factors.ts'
import { minutesOf } from './minutes-of.ts'
import type { observedOf } from './observed-of.ts'
import { weighedHostOf } from './weighed-host-of.ts'

type Load = Pick<Situation, 'host' | 'minutes' | 'factors' | 'undoneKinds'>

interface Asked {
  observed: Awaited<ReturnType<typeof observedOf>>
  /** Whether the decision may rest on it. Most hosts are calm most of the time, and each is looked at every few seconds. */
  isAsked: boolean
}

/** What relief rests on: who runs on a host, what they did in the newest hour, and what is known of such changes. */
export async function loadOf(
  tx: Tx,
  row: HostRow,
  { observed, isAsked }: Asked,
  now: Date,
): Promise<Load> {
  const host = weighedHostOf(row)
  if (!isAsked || !host) return { host, minutes: [], factors: {}, undoneKinds: [] }
  return {
    host,
    minutes: await minutesOf(tx, row.id, host, observed),
    factors: await learntFactors(tx, row.id, host, now),
    undoneKinds: await undoneKinds(tx, row.id, now),
  }
}

/** Kinds (`kindOf`) of changes on a host that were rolled back within the last hour. */
async function undoneKinds(tx: Tx, hostId: string, now: Date): Promise<string[]> {
  const rows = await tx.hostRecommendation.findMany({
    where: {
      hostId,
      rollback: {
        state: 'rolled-back',
        finishedAt: { gte: new Date(now.getTime() - HOUR_MS) },
      },
    },
    select: { kind: true, relief: true },
  })
  // The kind of a relief that is stored names who pays, which is what a person approves.
  return rows.flatMap((row) => {
    const relief = unpackRelief(row)
    return relief ? kindOf(relief.changes) : (row.kind ?? [])
  })
}
