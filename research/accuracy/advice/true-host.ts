import {
  calibratedHostLoad,
  domain0CostOf,
  endOf,
  hostScheduling,
  startOf,
  twinOfLoad,
} from '@steelyard/analysis'
import { DOMAIN0_NAME, type HostLoad } from '@steelyard/model'
import type { Domain0Cost, TwinConfig } from '@steelyard/simulator'
import type { Phase, Run } from '../recordings/read-run.ts'

/**
 * The true load, as far as it can be known: rates as configured in the load generator, and demands
 * by the utilisation law over the whole recording. An analysis of one phase sees only half a
 * minute. Judges simulate this load, so a recommendation is not judged by the same chance it was
 * made from.
 */
export interface TrueHost {
  load: HostLoad
  /** A configuration for a steady state of any length, under equal weights. */
  config: TwinConfig
}

const WEIGHT = 256
const POISSON_BY_CHANCE = 0.25

/** Null without a CPU trace, which is needed for the CPU time of requests. */
export function trueHostOf(run: Run, phase: Phase): TrueHost | null {
  const { host, windows, guests, calibration, facts } = run
  const domain0 = domain0CostOf(windows, {
    fromEpochSeconds: windows[0]!.startEpochSeconds,
    toEpochSeconds: endOf(windows.at(-1)!),
  })
  if (!domain0 || guests.some(({ serviceTimeSource }) => serviceTimeSource !== 'cpu')) return null
  const whole = calibratedHostLoad(host, windows, guests, calibration)
  const planned = plannedRates(run, phase)
  const load: HostLoad = {
    ...whole,
    domains: whole.domains.map((domain) => ({
      ...domain,
      arrivalRatePerSecond: planned?.[domain.name] ?? countedRate(phase, domain.name),
      arrivalScv: scvOf(domain.arrivalScv ?? 1),
    })),
    domain0: { ...whole.domain0, serviceTimeSeconds: domain0.cpuSecondsPerRequest },
  }
  const scheduling = hostScheduling(facts)
  return { load, config: steadyHost(load, scheduling, domain0) }
}

/**
 * A variation of 1 makes it a Poisson process. A value this close to 1 is taken as 1, because the
 * difference is due to chance.
 */
function scvOf(seen: number): number {
  return Math.abs(Math.log(seen)) < POISSON_BY_CHANCE ? 1 : seen
}

function plannedRates({ recording }: Run, { span }: Phase): Record<string, number> | undefined {
  const middle = (span.fromEpochSeconds + span.toEpochSeconds) / 2 - startOf(recording)
  return recording.phases.find(
    ({ startSeconds, durationSeconds }) =>
      middle >= startSeconds && middle < startSeconds + durationSeconds,
  )?.requestsPerSecond
}

function countedRate({ load }: Phase, name: string): number {
  return load.domains.find((domain) => domain.name === name)?.arrivalRatePerSecond ?? 0
}

/** Background work of Domain-0 comes in regular bursts, with its mean over the whole recording. */
function steadyHost(
  load: HostLoad,
  scheduling: Parameters<typeof twinOfLoad>[0]['scheduling'],
  { cpuSecondsPerRequest, background }: Domain0Cost,
): TwinConfig {
  const names = [DOMAIN0_NAME, ...load.domains.map(({ name }) => name)]
  const { config } = twinOfLoad(
    {
      load,
      scheduling,
      weights: Object.fromEntries(names.map((name) => [name, WEIGHT])),
      twin: { domain0: { cpuSecondsPerRequest, background: { windows: [] } } },
    },
    [],
  )
  const utilisation = utilisationOf(background.windows)
  return utilisation > 0
    ? { ...config, domain0: { ...config.domain0!, background: { utilisation } } }
    : config
}

function utilisationOf(windows: Domain0Cost['background']['windows']): number {
  const [first, last] = [windows[0], windows.at(-1)]
  if (!first || !last) return 0
  const used = windows.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  return used / (last.endSeconds - first.startSeconds)
}
