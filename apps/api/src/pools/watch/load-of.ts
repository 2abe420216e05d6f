import type { GuestRunStates, HostRunStates, RunStateClasses } from '@steelyard/xapi'
import { asStoredLoad, type GuestLoad, type HostLoad } from './stored-load.ts'

/** Length of the windows that are kept of a pool. */
export const POOL_WINDOW_SECONDS = 60

interface Sample {
  endsAt: number
  seconds: number
}

/**
 * The whole windows of a host in what its records said, by when they begin. A window of which the
 * records have no row is left out, and what a row does not say is null.
 *
 * @param after Unix time on the clock of the host: windows that begin earlier are left out
 */
export function loadOf(states: HostRunStates, after: number): Map<number, HostLoad> {
  const { newestAt, use, guests } = states
  const starts = use.flatMap((sample) => windowOf(sample) ?? [])
  const whole = [...new Set(starts)].filter(
    (start) => start >= after && newestAt !== null && start + POOL_WINDOW_SECONDS <= newestAt,
  )
  return new Map(
    whole.map((start) => {
      const isIn = (sample: Sample) => windowOf(sample) === start
      const used = use.filter(isIn).flatMap(known('usedPCpus'))
      return [
        start,
        asStoredLoad({
          usedSeconds: secondsOf(used),
          usedPCpus: meanOf(used),
          guests: guests.map((guest) => guestLoad(guest, isIn)),
        }),
      ]
    }),
  )
}

/** The window in which a step lies whole; null for one that is longer, or lies across a border. */
function windowOf({ endsAt, seconds }: Sample): number | null {
  const start = Math.floor((endsAt - seconds) / POOL_WINDOW_SECONDS) * POOL_WINDOW_SECONDS
  return endsAt <= start + POOL_WINDOW_SECONDS ? start : null
}

function guestLoad(
  { uuid, vCpus, samples }: GuestRunStates,
  isIn: (sample: Sample) => boolean,
): GuestLoad {
  const own = samples.filter(isIn)
  const used = own.flatMap(known('usedPCpus'))
  const states = own.flatMap(({ seconds, classes, waitingVCpus }) =>
    classes && waitingVCpus ? [{ seconds, classes, waitingVCpus }] : [],
  )
  const mean = (of: (state: (typeof states)[number]) => number) =>
    meanOf(states.map((state) => ({ seconds: state.seconds, value: of(state) }))) ?? 0
  const share = (name: keyof RunStateClasses) => mean(({ classes }) => classes[name])
  return {
    uuid,
    vCpus,
    usedSeconds: secondsOf(used),
    usedPCpus: meanOf(used),
    stateSeconds: secondsOf(states),
    states:
      states.length === 0
        ? null
        : {
            fullRun: share('fullRun'),
            fullContention: share('fullContention'),
            concurrencyHazard: share('concurrencyHazard'),
            blocked: share('blocked'),
            partialRun: share('partialRun'),
            partialContention: share('partialContention'),
            waitingVCpus: {
              least: mean(({ waitingVCpus }) => waitingVCpus.least),
              most: mean(({ waitingVCpus }) => waitingVCpus.most),
            },
          },
  }
}

interface Weighed {
  seconds: number
  value: number
}

function known<Name extends string>(name: Name) {
  return (sample: { seconds: number } & Record<Name, number | null>): Weighed[] => {
    const value = sample[name]
    return value === null ? [] : [{ seconds: sample.seconds, value }]
  }
}

function secondsOf(samples: readonly { seconds: number }[]): number {
  return samples.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Null without any; in four digits, which is what the records are worth. */
export function meanOf(samples: readonly Weighed[]): number | null {
  const seconds = secondsOf(samples)
  if (seconds === 0) return null
  const sum = samples.reduce((all, { seconds, value }) => all + seconds * value, 0)
  return Number((sum / seconds).toFixed(4))
}
