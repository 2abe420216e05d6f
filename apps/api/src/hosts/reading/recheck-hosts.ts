import type { Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { msOf } from '../../milliseconds.ts'
import { unfinished } from '../../queue/job-row.ts'
import { isBeingApplied } from '../host-row.ts'
import { readEnrolledHost } from './read-enrolled-host.ts'
import { storeReading } from './store-reading.ts'

/** Hosts mostly wait for the network, and one that does not answer must not delay the others. */
const AT_ONCE = 4

/**
 * Agent: reads every connected host again, so that its page shows what has changed, such as weights
 * lost when a guest restarted, or a host that is gone. It makes no job rows, because no person
 * asked for it.
 */
export async function recheckHosts(deps: Deps, signal: AbortSignal): Promise<void> {
  const due = await dueHosts(deps)
  const next = async (): Promise<void> => {
    for (let id = due.shift(); id !== undefined && !signal.aborted; id = due.shift()) {
      await recheck(deps, id, signal)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** Hosts that are fully enrolled, were not read recently, and have no other work in progress. */
async function dueHosts({ db, config }: Deps): Promise<string[]> {
  const halfAgo = new Date(Date.now() - msOf(config.recheckSeconds) / 2)
  const idle = {
    pinnedFingerprint: { not: null },
    OR: [{ job: null }, { job: { NOT: unfinished } }],
  } satisfies Prisma.SshAccessWhereInput
  const hosts = await db.host.findMany({
    where: {
      OR: [
        { access: { state: 'connected', ...idle }, inventoryAt: { lt: halfAgo } },
        { access: { state: 'failing', ...idle } },
      ],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return hosts.map(({ id }) => id)
}

async function recheck(deps: Deps, hostId: string, signal: AbortSignal): Promise<void> {
  try {
    if (await isBeingApplied(deps.db, hostId)) return
    const reading = await readEnrolledHost(deps, hostId, signal)
    await deps.db.$transaction((tx) => storeReading(tx, reading))
  } catch (err) {
    if (signal.aborted) return
    // The host's page shows why. The log treats it as an error only when the fault is ours.
    const level = err instanceof AppError ? 'info' : 'error'
    deps.log[level]({ err, hostId }, 'a host could not be read again')
  }
}
