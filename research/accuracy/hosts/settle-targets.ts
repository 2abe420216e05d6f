import type { SyntheticHost } from './draw-host.ts'
import { comparingSeconds, playHost } from './play-host.ts'

/** Targets for the 95th percentile in the log, seconds by domain. */
export type Targets = Record<string, number>

const SEED = 11
/** How many times its weight each domain with a target gets, to see what weights can do. */
const FAVOUR = 6
const MARGIN = 1.1
/** As a multiple of the 95th percentile under the weights in force. */
const LOOSE = 2
/** As a multiple of the CPU time of a request, so that no host keeps it. */
const IMPOSSIBLE = 0.5

/**
 * Turns what the operator wants into seconds. A target that weights keep is a little above what the
 * domain gets with a much greater weight, so some weights keep it, as far as the simulation is exact;
 * where it needs no greater weight, the target is met from the beginning.
 */
export function settleTargets(host: SyntheticHost): Targets {
  const { wish, weights, guests } = host
  if (wish.kind === 'none') return {}
  const options = { seed: SEED, seconds: comparingSeconds(host) }
  const favoured = {
    ...weights,
    ...Object.fromEntries(wish.domains.map((name) => [name, FAVOUR * weights[name]!])),
  }
  const played = playHost(host, wish.kind === 'loose' ? weights : favoured, options)
  return Object.fromEntries(
    wish.domains.map((name) => {
      const { cpuSecondsPerRequest } = guests.find((guest) => guest.name === name)!
      const { p95Seconds } = played[name]!.log
      const seconds = {
        loose: LOOSE * p95Seconds,
        'kept-by-weights': MARGIN * p95Seconds,
        impossible: IMPOSSIBLE * cpuSecondsPerRequest,
      }[wish.kind as Exclude<typeof wish.kind, 'none'>]
      return [name, Number(seconds.toPrecision(3))]
    }),
  )
}
