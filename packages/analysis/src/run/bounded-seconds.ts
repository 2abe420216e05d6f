import { expectedEvents, type TwinConfig } from '@steelyard/simulator'

/** Some minutes on a small machine, which plays two to five million a second of a host with few pCPUs. */
const MOST_EVENTS_TOGETHER = 3e9
/** Schedulers look at one pCPU after the other: each 64 of them add to an event what it takes by itself. */
const PCPUS_OF_AN_EVENT = 64
/** The search halves the time so often that it finds it to the millisecond. */
const HALVINGS = 24

/** One host, played so many times. */
export interface Plays {
  config: TwinConfig
  runs: number
}

/** How long each run may be, so that all of them together are played within minutes. */
export function boundedSeconds(wantedSeconds: number, plays: readonly Plays[]): number {
  const works = plays.map(({ config, runs }) => {
    const events = expectedEvents(config)
    const weight = runs * (1 + config.pCpus / PCPUS_OF_AN_EVENT)
    return (seconds: number) => weight * events(seconds)
  })
  const fits = (seconds: number) =>
    works.reduce((sum, work) => sum + work(seconds), 0) <= MOST_EVENTS_TOGETHER
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

/** The runs are shorter than was wanted. */
export interface BoundNote {
  code: 'bounded'
  seconds: number
  wantedSeconds: number
}

export function boundNotes(seconds: number, wantedSeconds: number): BoundNote[] {
  return seconds >= wantedSeconds ? [] : [{ code: 'bounded', seconds, wantedSeconds }]
}
