import type { Guest } from './campaign-types.ts'

/**
 * CPU times on the emulated host in virtual time, measured there (loads of 45 % and 85 %): the cost
 * of a request to its guest, when empty and per round of spin.php, and to Domain-0; and the cost of
 * recording.
 */
const EMPTY_REQUEST_SECONDS = 0.45e-3
const ROUND_SECONDS = 0.109e-6
export const DOMAIN_0_REQUEST_SECONDS = 0.226e-3
const RECORDING_SHARE = 0.016

export function guestSeconds({ rounds }: Guest): number {
  return EMPTY_REQUEST_SECONDS + rounds * ROUND_SECONDS
}

/** The rounds with which a request needs so much CPU time in its guest and Domain-0 together. */
export function roundsFor(cpuSeconds: number): number {
  return Math.round((cpuSeconds - DOMAIN_0_REQUEST_SECONDS - EMPTY_REQUEST_SECONDS) / ROUND_SECONDS)
}

/**
 * The requests per second, in these proportions, that keep the pCPUs this busy, including Domain-0.
 *
 * @param mix by guest, in the order of `guests`
 * @param slowness the factor by which all times on this host are multiplied
 */
export function ratesFor(
  cpuShare: number,
  guests: readonly Guest[],
  mix: readonly number[],
  { pCpus = 1, slowness = 1 } = {},
): Record<string, number> {
  const secondsPerUnit = guests.reduce(
    (sum, guest, index) => sum + mix[index]! * (guestSeconds(guest) + DOMAIN_0_REQUEST_SECONDS),
    0,
  )
  const units = (cpuShare - RECORDING_SHARE) * (pCpus / (secondsPerUnit * slowness))
  return Object.fromEntries(
    guests.map(({ name }, index) => [name, Math.round(10 * units * mix[index]!) / 10]),
  )
}
