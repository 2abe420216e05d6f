import {
  type CalibrationWindow,
  calibrate,
  calibratedLoad,
  type HostCalibration,
  type HostLoad,
  type ObservedDomain,
  valueFor,
} from '@steelyard/model'
import type { Observation } from '@steelyard/traces'
import { cpuCoverageOf, cpuForRequests, wellCovered } from '../recorded/cpu-sums.ts'
import type { Guest } from '../recorded/guests.ts'
import { DOMAIN_0, type RecordedHost, type Window } from '../recorded/recorded-host.ts'
import { requestsOf } from '../recorded/request-rates.ts'
import { measuredIn } from '../recorded/response-time.ts'
import { weightsAt } from '../recorded/weight-regimes.ts'
import { middleOf } from '../recorded/window-list.ts'
import { hostLoad } from './host-load.ts'

/** Calibrates the host on the whole recording, for the loads of any of its windows. */
export function calibrateHost(
  host: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
): HostCalibration {
  return calibrate(calibrationWindows(host, windows, guests))
}

/** `hostLoad` with the known facts about the host and the calibration results. */
export function calibratedHostLoad(
  host: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
  calibration: HostCalibration,
): HostLoad {
  return calibratedLoad(plainLoad(host, windows, guests), calibration)
}

function plainLoad(
  { pCpus, scheduler = 'credit', client, capPercents = {}, vCpus = {} }: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
): HostLoad {
  const load = hostLoad(windows, guests, pCpus.count)
  const wakeDelay = wakeDelayIn(windows)
  const cpuCoverage = cpuCoverageOf(windows)
  return {
    ...load,
    domains: load.domains.map((domain) => ({
      ...domain,
      capPercent: valueFor(capPercents, domain.name) ?? 0,
      ...vCpusOf(valueFor(vCpus, domain.name)),
    })),
    domain0: { ...load.domain0, ...(wakeDelay === null ? {} : { wakeDelaySeconds: wakeDelay }) },
    scheduler,
    ...(client ? { client } : {}),
    ...(cpuCoverage === null ? {} : { cpuCoverage }),
  }
}

/** A domain without a known number would pass for one that can use every pCPU. */
function vCpusOf(vCpus: number | undefined): { vCpus?: number } {
  return vCpus === undefined ? {} : { vCpus }
}

function wakeDelayIn(windows: readonly Window[]): number | null {
  let waitSeconds = 0
  let wakes = 0
  for (const window of windows) {
    const seen = wakesOf(window)
    if (seen.waitSeconds === null || seen.dispatches === null) continue
    waitSeconds += seen.waitSeconds
    wakes += seen.dispatches
  }
  return wakes === 0 ? null : waitSeconds / wakes
}

/** The windows of a recording in the form that the model calibrates with. */
export function calibrationWindows(
  host: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
): CalibrationWindow[] {
  const names = [...guests.map(({ name }) => name), DOMAIN_0]
  const covered = new Map(names.map((name) => [name, new Set(wellCovered(windows, name))]))
  return windows.map((window) => ({
    seconds: window.seconds,
    load: plainLoad(host, [window], guests),
    weights: weightsAt(host.regimes, middleOf(window), names),
    domains: guests.map((guest) =>
      observedDomain(window, guest, covered.get(guest.name)!.has(window)),
    ),
    domain0: covered.get(DOMAIN_0)!.has(window) ? observedDomain0(window) : null,
  }))
}

function observedDomain(
  window: Window,
  { name, measuredBy }: Guest,
  isCovered: boolean,
): ObservedDomain {
  const observation = window.byDomain.get(name)
  const requests = requestsOf(observation)
  return {
    name,
    cpuSeconds: isCovered ? (cpuForRequests(window, name)?.usedSeconds ?? null) : null,
    arrivals: requests?.arrivals ?? 0,
    completions: requests?.completions?.count ?? null,
    measured: measuredIn(observation, measuredBy),
    logged: observation?.requests?.duration ?? null,
    gaps: gapsOf(observation),
  }
}

/**
 * Clients know best when requests were sent. With whole-second stamps, counts per second stand in
 * for the gaps.
 */
function gapsOf(observation: Observation | undefined): ObservedDomain['gaps'] {
  const seen = observation?.clientRequests?.interArrival
  const gaps = seen ?? observation?.requests?.interArrival
  if (!gaps) return null
  const { meanSeconds, varianceSeconds2, resolution } = gaps
  const count = resolution === 'second' ? gaps.count / meanSeconds : gaps.count
  return { meanSeconds, varianceSeconds2, count, byClient: seen != null }
}

function observedDomain0(window: Window): CalibrationWindow['domain0'] {
  const cpu = cpuForRequests(window, DOMAIN_0)
  if (!cpu) return null
  return { cpuSeconds: cpu.usedSeconds, ...wakesOf(window) }
}

/**
 * How long Domain-0 waited after waking up, in seconds, and how often. From xentrace if present,
 * else per dispatch.
 */
function wakesOf(window: Window): {
  waitSeconds: number | null
  dispatches: number | null
} {
  const cpu = window.byDomain.get(DOMAIN_0)?.cpu
  const wakes = cpu?.schedule?.wakeToRun
  if (wakes) return { waitSeconds: wakes.count * wakes.meanSeconds, dispatches: wakes.count }
  return { waitSeconds: cpu?.runnableWaitSeconds ?? null, dispatches: cpu?.dispatches ?? null }
}
