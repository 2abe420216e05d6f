import { withPool } from '@steelyard/xapi'
import { hostTrouble } from '../../hosts/connection/host-trouble.ts'
import { readEnrolledHost } from '../../hosts/reading/read-enrolled-host.ts'
import { storeReading } from '../../hosts/reading/store-reading.ts'
import type { JobContext } from '../../jobs/handle-job.ts'
import { optionsOfPool } from '../../pools/agent/connected-pool.ts'
import { poolTrouble } from '../../pools/agent/pool-trouble.ts'
import { readPoolAfter } from '../../pools/agent/read-pool.ts'
import type { MoveRow } from '../move-row.ts'
import type { Mover } from './mover.ts'
import { sshMover } from './ssh-mover.ts'
import { xapiMover } from './xapi-mover.ts'

type Context = Pick<JobContext<unknown>, 'deps' | 'signal'>

/** Agent: opens the way in which the guests of a pool are moved, and closes it afterwards. */
export async function withMover<Result>(
  { deps, signal }: Context,
  move: MoveRow,
  use: (mover: Mover) => Promise<Result>,
): Promise<Result> {
  if (move.pool.kind === 'hosts') return use(sshMover(deps, move))
  return withPool(await optionsOfPool(deps, move.poolId), (pool) =>
    use(xapiMover(pool, move, signal)),
  )
}

/** Converts a failure of either way to what a job and the move show. */
export function moveTrouble(error: unknown): unknown {
  return hostTrouble(poolTrouble(error))
}

/** Agent: reads again what a move has changed, so that every page agrees; the job is done either way. */
export async function readAfterMove({ deps, signal }: Context, move: MoveRow): Promise<void> {
  if (move.pool.kind !== 'hosts') return readPoolAfter('a move', { deps, signal }, move.poolId)
  for (const hostId of [move.fromHostUuid, move.toHostUuid]) {
    await readEnrolledHost(deps, hostId, signal)
      .then((reading) => deps.db.$transaction((tx) => storeReading(tx, reading)))
      .catch((err) => deps.log.warn({ err, hostId }, 'a host could not be read after a move'))
  }
}
