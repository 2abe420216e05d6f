import type { HostLoad } from '@steelyard/model'
import type { Window } from '../recorded/recorded-host.ts'

/** Stretches this long tell a load from its chance. */
const STRETCH_SECONDS = 30
/** Utilisations of a pCPU that differ by less are one level. */
const LEVEL_WIDTH = 0.08

/** A part of a recording with one load. */
export interface LoadLevel {
  load: HostLoad
  /** Length of all its windows. */
  seconds: number
}

/**
 * The recording cut up by how busy the host was. Waits grow without proportion as a host fills up, so the
 * mean response time over a calm and a busy hour is not that of their mean load: a steady-state formula is
 * asked about each level, and every level weighs by its requests.
 *
 * @param windows in order of time
 * @returns the calmest first; never empty for windows that are not
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

/** Neighbouring windows; a rest too short to stand alone stays with the last stretch. */
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
