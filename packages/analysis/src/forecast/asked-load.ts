import { DOMAIN0_NAME, type HostLoad, overheadFactor, withOverhead } from '@steelyard/model'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { scaleRates } from '../load/scale-load.ts'
import { type AskedHost, loadFactorOf } from './asked-host.ts'

/** The load for the formulas, with the question's weights, caps and arrival rates. */
export function askedLoad(known: AnalysisLoad, asked: AskedHost): AnalysisLoad {
  const { domains, domain0Weight } = asked
  return {
    ...known,
    load: withOverhead(scaledLoad(known.load, asked), overheadOf(asked), known.load),
    weights: {
      ...known.weights,
      ...Object.fromEntries(domains.map(({ name, weight }) => [name, weight])),
      [DOMAIN0_NAME]: domain0Weight,
    },
  }
}

/**
 * The factor that the VMM's overhead puts on service times. The twin does not take it from the
 * load.
 */
export function overheadFactorOf({ load }: AnalysisLoad, asked: AskedHost): number {
  return overheadFactor(scaledLoad(load, asked), overheadOf(asked), load)
}

function overheadOf({ overheadPercent }: AskedHost): number {
  return overheadPercent / 100
}

function scaledLoad(load: HostLoad, asked: AskedHost): HostLoad {
  const scaled = scaleRates(load, (name) => loadFactorOf(asked, name))
  return {
    ...scaled,
    domains: scaled.domains.map((domain) => ({
      ...domain,
      capPercent: asked.domains.find(({ name }) => name === domain.name)?.capPercent ?? 0,
    })),
  }
}
