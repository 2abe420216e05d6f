import { expectedEvents, type TwinConfig } from '@steelyard/simulator'

/** Some minutes on a small machine, which plays two to five million a second of a host with few pCPUs. */
const MOST_EVENTS_TOGETHER = 3e9
/** With so many more an event takes as long again: schedulers look at one pCPU after the other. */
const PCPUS_OF_AN_EVENT = 64
/** Of the time that is looked for: they find it to the millisecond. */
const HALVINGS = 24

/** The same host so many times. */
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

/** @param what is played within the bounds */
export function boundNotes(playedSeconds: number, wantedSeconds: number, what: string): string[] {
  if (playedSeconds >= wantedSeconds) return []
  const played = playedSeconds < 10 ? playedSeconds.toPrecision(2) : Math.round(playedSeconds)
  return [
    `The first ${played} of ${Math.round(wantedSeconds)} seconds are played, so that ${what} together stay within minutes.`,
  ]
}
