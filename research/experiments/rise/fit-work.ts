import { setTimeout as sleep } from 'node:timers/promises'
import type { GuestClients } from '../../../e2e/xen-host/lib/guest-clients.ts'
import type { FittedWork } from './rise-result.ts'

const CLIENTS = 4
const ROUNDS = 100_000
const WARM_UP_MS = 5_000
const MEASURED_MS = 15_000

/**
 * How long the host works on a request, by how many it answers per second while all guests are busy:
 * on an empty one, and on each round of computing. How fast an emulated host is depends on the machine.
 */
export async function fitWork(guests: readonly GuestClients[]): Promise<FittedWork> {
  await answeredPerSecond(guests, 1, WARM_UP_MS)
  const emptySeconds = 1 / (await answeredPerSecond(guests, 1, MEASURED_MS))
  const seconds = 1 / (await answeredPerSecond(guests, ROUNDS, MEASURED_MS))
  return { emptySeconds, roundSeconds: (seconds - emptySeconds) / ROUNDS }
}

/** The rounds of a mean request that takes so long on this host. */
export function meanRounds({ emptySeconds, roundSeconds }: FittedWork, cpuSeconds: number): number {
  if (cpuSeconds <= emptySeconds) {
    throw new Error(`An empty request alone takes ${emptySeconds} s: the machine is too busy.`)
  }
  return (cpuSeconds - emptySeconds) / roundSeconds
}

async function answeredPerSecond(
  guests: readonly GuestClients[],
  rounds: number,
  ms: number,
): Promise<number> {
  let [answered, isOver] = [0, false]
  const askOnAndOn = async (guest: GuestClients, client: number) => {
    while (!isOver) {
      await guest.askOnce(client, rounds)
      if (!isOver) answered += 1
    }
  }
  const clients = guests.flatMap((guest) =>
    Array.from({ length: CLIENTS }, (_, client) => askOnAndOn(guest, client)),
  )
  await sleep(ms)
  isOver = true
  const perSecond = answered / (ms / 1000)
  await Promise.all(clients)
  return perSecond
}
