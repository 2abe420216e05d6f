import { checkConfig } from '../config/check-config.ts'
import type { TwinConfig, TwinGuest, TwinOptions } from '../config/twin-config.ts'
import { TwinError } from '../config/twin-error.ts'
import type { TwinObserver } from '../host/witness.ts'
import { Recorder } from '../results/recorder.ts'
import { Report } from '../results/report.ts'
import type { TwinResult } from '../results/twin-result.ts'
import { nanoseconds } from '../units.ts'
import { Engine } from './engine.ts'

/** Number of events between two checks for progress and cancellation: some milliseconds. */
const EVENTS_PER_STEP = 50_000

/**
 * The twin's discrete-event simulation of a host with its scheduler, domains and requests.
 * Deterministic: equal configurations and seeds give equal results; with the same seed, other
 * weights receive the same requests (common random numbers).
 * @throws TwinError `invalid-number`, `unknown-domain`, `duplicate-domain`, `no-domain0` when the
 * configuration is invalid; `stopped` when `shouldStop` returned true
 */
export function simulate(
  config: TwinConfig,
  options: TwinOptions,
  observer?: TwinObserver,
): TwinResult {
  checkConfig(config, options)
  const { horizonSeconds, warmupSeconds = 0, boundariesSeconds = [], drainSeconds = 0 } = options
  const domains: TwinGuest[] = [...(config.domain0 ? [config.domain0] : []), ...config.guests]
  const edges = [0, warmupSeconds, ...boundariesSeconds, horizonSeconds].map(nanoseconds)
  const { windowResponses = true } = options
  const recorder = new Recorder(domains.length, config.pCpus, edges, windowResponses)
  const horizonNs = nanoseconds(horizonSeconds)
  const engine = new Engine(config, domains, recorder, options.seed, horizonNs, observer)
  const step = () => {
    if (options.shouldStop?.()) throw new TwinError('stopped', 'The run was stopped.')
    options.onProgress?.(Math.min(1, engine.now() / horizonNs))
  }

  while (engine.play(horizonNs, EVENTS_PER_STEP)) step()
  // Endless work keeps a drained host busy, so only the time limits the draining.
  const drainedNs = horizonNs + nanoseconds(drainSeconds)
  if (drainSeconds > 0) {
    while (engine.requestsUnderWay() > 0 && engine.play(drainedNs, EVENTS_PER_STEP)) step()
  }
  engine.end()
  options.onProgress?.(1)

  const report = new Report(recorder, {
    names: domains.map(({ name }) => name),
    loaded: domains.map(({ load }) => load !== undefined),
    realTime: domains.map(({ realTime }) => realTime !== undefined),
    cdfAtSeconds: options.cdfAtSeconds ?? [],
    windowResponses,
    lends: 'boost' in config.scheduler && config.scheduler.boost?.policy === 'loan-redemption',
  })
  return {
    seed: options.seed,
    events: engine.eventCount,
    underWay: engine.requestsUnderWay(),
    domains: report.domains(),
    pCpus: report.pCpus(config.pCpus),
    windows: report.windows(),
    ...(options.spans ? { spans: report.spans(options.spans) } : {}),
  }
}
