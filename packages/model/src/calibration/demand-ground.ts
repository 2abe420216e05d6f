import { mean } from 'simple-statistics'
import type { DemandDoubt, HostLoad } from '../load/host-load.ts'
import { totalUtilisation } from '../load/utilisation.ts'
import type { CalibrationWindow, HostCalibration, WatchedWindows } from './calibration.ts'

/**
 * From this covered part of its requests on, a load's own CPU data determine its service demand.
 */
const ENOUGH_COVERED = 0.5
/** With fewer requests, the traced windows determine the service demand too poorly. */
const MIN_REQUESTS = 100
/**
 * How much busier, as a part of all pCPUs, a load may be than the traced windows. Kernel ticks and
 * packets that share an interrupt make the cost of a request depend on the load, and near
 * saturation an error of a hundredth in it moves a queue by a tenth.
 */
const BUSIER = 0.05

/** null where no window has the CPU time of all its requests. */
export function watchedWindows(windows: readonly CalibrationWindow[]): WatchedWindows | null {
  const watched = windows.flatMap(({ domains, domain0, seconds, load }) => {
    const requests = domains.reduce((sum, { arrivals }) => sum + arrivals, 0)
    const cpu = domains.map(({ arrivals, cpuSeconds }) => (arrivals === 0 ? 0 : cpuSeconds))
    if (!domain0 || requests === 0 || cpu.includes(null)) return []
    const used = cpu.reduce<number>((sum, each) => sum + each!, domain0.cpuSeconds)
    return [{ requests, utilisation: used / seconds / load.pCpus }]
  })
  if (watched.length === 0) return null
  const busiest = watched.map(({ utilisation }) => utilisation).sort((a, b) => b - a)
  return {
    windows: watched.length,
    requests: watched.reduce((sum, { requests }) => sum + requests, 0),
    utilisation: mean(busiest.slice(0, Math.ceil(busiest.length / 4))),
  }
}

/** The doubt about a load's CPU seconds per request; undefined where they were observed. */
export function demandDoubt(
  load: HostLoad,
  { watched }: Pick<HostCalibration, 'watched'>,
): DemandDoubt | undefined {
  const { cpuCoverage = 1 } = load
  if (cpuCoverage >= ENOUGH_COVERED || !watched) return undefined
  const { windows, requests } = watched
  const utilisation = utilisationOf(load)
  const numbers = { cpuCoverage, windows, requests, utilisation, watched: watched.utilisation }
  const covers = `The CPU trace covers ${percent(cpuCoverage)} of these requests`
  if (requests < MIN_REQUESTS) {
    return {
      code: 'no-cpu-coverage',
      sentence: `${covers} and ${requests} of all: too few to determine the CPU time of one.`,
      numbers,
    }
  }
  if (utilisation > watched.utilisation + BUSIER) {
    return {
      code: 'no-cpu-coverage',
      sentence: `${covers}. Elsewhere it saw the host ${percent(watched.utilisation)} busy, and the CPU time of a request there does not show what it is at ${percent(utilisation)}.`,
      numbers,
    }
  }
  return {
    code: 'demand-from-elsewhere',
    sentence: `${covers}: the CPU time of one is taken from the ${requests} requests that it does cover.`,
    numbers,
  }
}

function utilisationOf({ domains, domain0, pCpus }: HostLoad): number {
  const own = domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds
  return (totalUtilisation(domains) + own) / pCpus
}

function percent(fraction: number): string {
  return `${Math.round(100 * fraction)} %`
}
