import type { Guest } from './campaign-types.ts'

/**
 * CPU time on the emulated host in virtual time, measured there (loads of 45 % and 85 %): what a
 * request costs its guest, empty and by round of spin.php, and Domain-0; and what recording costs.
 */
const EMPTY_REQUEST_SECONDS = 0.45e-3
const ROUND_SECONDS = 0.109e-6
const DOMAIN_0_REQUEST_SECONDS = 0.226e-3
const RECORDING_SHARE = 0.016

export function guestSeconds({ rounds }: Guest): number {
  return EMPTY_REQUEST_SECONDS + rounds * ROUND_SECONDS
}

/**
 * Requests per second in these proportions that keep the pCPUs this busy, Domain-0 included.
 *
 * @param mix by guest, in the order of `guests`
 * @param slowness what all times on this host are multiplied by
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
