import type { Situation } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { learntFactors } from './learnt-factors.ts'
import { minutesOf } from './minutes-of.ts'
import type { observedOf } from './observed-of.ts'
import { undoneKinds } from './undone-kinds.ts'
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
