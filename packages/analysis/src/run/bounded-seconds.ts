import { expectedEvents, type TwinConfig } from '@steelyard/simulator'

/**
 * Takes some minutes on a small machine, which plays two to five million events a second on a host
 * with few pCPUs.
 */
const MOST_EVENTS_TOGETHER = 3e9
/** Schedulers scan the pCPUs, so every 64 of them add the base cost of an event once more. */
const PCPUS_OF_AN_EVENT = 64
/** Enough halvings to find the time to the millisecond. */
const HALVINGS = 24

/** One host and the number of times it is played. */
interface Plays {
  config: TwinConfig
  runs: number
}

/**
 * How long each run may be, so that all of them together finish within minutes, or have at most this
 * many events.
 */
export function boundedSeconds(
  wantedSeconds: number,
  plays: readonly Plays[],
  mostEvents = MOST_EVENTS_TOGETHER,
): number {
  const works = plays.map(({ config, runs }) => {
    const events = expectedEvents(config)
    const weight = runs * (1 + config.pCpus / PCPUS_OF_AN_EVENT)
    return (seconds: number) => weight * events(seconds)
  })
  const fits = (seconds: number) =>
    works.reduce((sum, work) => sum + work(seconds), 0) <= mostEvents
  if (fits(wantedSeconds)) return wantedSeconds
  let low = 0
  let high = wantedSeconds
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low < 10 ? low : Math.floor(low)
}

/** The runs are shorter than requested. */
export interface BoundNote {
  code: 'bounded'
  seconds: number
  wantedSeconds: number
}

export function boundNotes(seconds: number, wantedSeconds: number): BoundNote[] {
  return seconds >= wantedSeconds ? [] : [{ code: 'bounded', seconds, wantedSeconds }]
}
