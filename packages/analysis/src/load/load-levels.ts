import type { HostLoad } from '@steelyard/model'
import type { Window } from '../recorded/recorded-host.ts'

/** Stretches of this length are long enough to distinguish a load from chance. */
const STRETCH_SECONDS = 30
/** Utilisations of a pCPU that differ by less than this form one level. */
const LEVEL_WIDTH = 0.08

/** A part of a recording with one load level. */
export interface LoadLevel {
  load: HostLoad
  /** Total length of its windows. */
  seconds: number
}

/**
 * Divides a recording by how busy the host was. Waits grow faster than the load as a host fills up,
 * so the mean response time over a calm and a busy hour is not that of their mean load. A
 * steady-state formula is asked about each level, and every level is weighted by its requests.
 *
 * @param windows in order of time
 * @returns the calmest level first; never empty when there are windows
 */
export function loadLevels(
  windows: readonly Window[],
  loadOf: (windows: readonly Window[]) => HostLoad,
): LoadLevel[] {
  const stretches = stretchesOf(windows)
    .map((stretch) => ({ stretch, busy: busyPCpus(loadOf(stretch)) }))
    .sort((a, b) => a.busy - b.busy)
  const levels: { windows: Window[]; from: number }[] = []
  for (const { stretch, busy } of stretches) {
    const level = levels.at(-1)
    if (level && busy - level.from <= LEVEL_WIDTH) level.windows.push(...stretch)
    else levels.push({ windows: [...stretch], from: busy })
  }
  return levels.map((level) => ({
    load: loadOf(level.windows),
    seconds: level.windows.reduce((sum, { seconds }) => sum + seconds, 0),
  }))
}

/** Groups neighbouring windows; a remainder too short to stand alone joins the last stretch. */
function stretchesOf(windows: readonly Window[]): Window[][] {
  const stretches: Window[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const window of windows) {
    if (length >= STRETCH_SECONDS) {
      stretches.push([])
      length = 0
    }
    stretches.at(-1)!.push(window)
    length += window.seconds
  }
  const rest = length < STRETCH_SECONDS && stretches.length > 1 ? stretches.pop()! : []
  stretches.at(-1)?.push(...rest)
  return stretches
}

function busyPCpus({ domains, pCpus }: HostLoad): number {
  const work = domains.reduce((sum, d) => sum + d.arrivalRatePerSecond * d.serviceTimeSeconds, 0)
  return work / pCpus
}
