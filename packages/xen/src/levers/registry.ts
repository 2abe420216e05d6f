import type { HostInventory } from '../host-inventory.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { affinity } from './affinity/affinity.ts'
import { cpupool } from './cpupool/cpupool.ts'
import type { Lever } from './lever.ts'
import { membership } from './membership/membership.ts'
import { poolPCpus } from './pool-p-cpus/pool-p-cpus.ts'
import { reservation } from './reservation/reservation.ts'
import { storedWeight } from './stored-weight/stored-weight.ts'
import { weightAndCap } from './weight-and-cap/weight-and-cap.ts'

const all = {
  weight: weightAndCap,
  affinity,
  'pool-pcpus': poolPCpus,
  cpupool,
  membership,
  reservation,
  'stored-weight': storedWeight,
}

/** The name of a lever in plans, steps and stored data. */
export type LeverKind = keyof typeof all

/** The type of value that each lever sets. */
export type LeverValues = {
  [K in LeverKind]: (typeof all)[K] extends Lever<infer Value> ? Value : never
}
export type LeverValue = LeverValues[LeverKind]

/**
 * Everything that can be changed on a host. A new lever is a folder next to this file and a line
 * above.
 */
export const LEVERS: { readonly [K in LeverKind]: Lever<LeverValues[K]> } = all

/** The value of any lever in words, such as `weight 512, cap 50`. */
export function valueWords<K extends LeverKind>(lever: K, value: LeverValues[K]): string {
  return LEVERS[lever].words.value(value)
}

/**
 * The present value, in a reading of the host or where it is kept beside it. Null when it cannot be
 * read, or the domain is gone.
 * @throws HostError `store-failed`
 */
export async function valueNow<K extends LeverKind>(
  shell: RemoteShell,
  { lever, uuid }: { lever: K; uuid: string },
  inventory: HostInventory,
): Promise<LeverValues[K] | null> {
  const { ask, now } = LEVERS[lever]
  return ask ? ask(shell, uuid) : now(inventory, uuid)
}
