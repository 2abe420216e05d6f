import { expectSuccess } from '../check-answer.ts'
import type { WeightScheduler } from '../host-command.ts'
import { HostError } from '../host-error.ts'
import type { WeightAndCap } from '../host-inventory.ts'
import { isWeightScheduler, readHost, readWeight } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { type OpenShell, withShell } from './with-shell.ts'

/** What became of the weight and the cap with which a guest ran. */
export type KeptXlWeight =
  | 'kept'
  /** They were others, and are again what they were, as read back. */
  | 'set-again'
  /** They are others, and Xen did not take the old ones. */
  | 'differs'
  /** The host did not say. */
  | 'unread'

/**
 * Sees to it that a guest runs with the weight and the cap it had before a move. Xen 4.17 was seen to
 * take them along, but nothing promises that. It never throws, because what came of the move has to
 * be stored either way.
 */
export async function keepXlWeight(
  open: OpenShell,
  guestUuid: string,
  before: WeightAndCap,
): Promise<KeptXlWeight> {
  try {
    return await withShell(open, async (shell) => {
      const { domains, cpupools } = await readHost(shell)
      const guest = domains.find(({ uuid }) => uuid === guestUuid)
      const pool = cpupools.find(({ name }) => name === guest?.cpupool)
      if (!guest || !pool || !isWeightScheduler(pool.scheduler)) return 'unread'
      if (isSame(guest, before)) return 'kept'
      return setAgain(shell, pool.scheduler, guest.id, before)
    })
  } catch (error) {
    if (error instanceof HostError) return 'unread'
    throw error
  }
}

async function setAgain(
  shell: RemoteShell,
  scheduler: WeightScheduler,
  domainId: number,
  before: WeightAndCap,
): Promise<KeptXlWeight> {
  const command = { verb: 'sched-set', scheduler, domainId, ...before } as const
  try {
    expectSuccess(await shell.run(command), shell.commandLine(command))
    return isSame(await readWeight(shell, scheduler, domainId), before) ? 'set-again' : 'differs'
  } catch (error) {
    if (error instanceof HostError) return 'differs'
    throw error
  }
}

function isSame(
  one: { weight: number | null; cap: number | null },
  { weight, cap }: WeightAndCap,
): boolean {
  return one.weight === weight && one.cap === cap
}
