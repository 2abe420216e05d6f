import { asAnalysed } from '../forecast/asked-host.ts'
import { formulaTimesFor } from '../forecast/asked-times.ts'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { exampleLoad } from '../load/example-load.fixture.ts'
import type { AnalysedHost } from './analysed-host.ts'
import { exampleBasis } from './example-basis.fixture.ts'
import type { PredictorBasis } from './predictor-basis.ts'

/** The basis of a formula that was compared with nothing yet. */
export function sdpsBasis(changes: Partial<PredictorBasis> = {}): PredictorBasis {
  return exampleBasis(exampleLoad(), { by: 'sdps', errors: [], now: {}, ...changes })
}

/**
 * An analysed host whose predictor is SDPS unless the test says otherwise; the times of a twin are
 * then those of the quick formula.
 */
export function exampleHost({
  known = exampleLoad(),
  basis: some = {},
  targetSeconds = null,
  observedSeconds = {},
}: {
  known?: AnalysisLoad
  basis?: Partial<PredictorBasis>
  targetSeconds?: number | null
  observedSeconds?: Readonly<Record<string, number>>
} = {}): AnalysedHost {
  const basis = sdpsBasis(some)
  const host: AnalysedHost = {
    known,
    basis,
    domains: known.load.domains.map(({ name }) => ({
      name,
      observedSeconds: observedSeconds[name] ?? null,
      hasTarget: targetSeconds !== null,
      targetSeconds,
      missesTarget: false,
    })),
  }
  const by = basis.by === 'twin' ? basis.quick : basis.by
  const now = some.now ?? Object.fromEntries(formulaTimesFor(by, host, asAnalysed(known)))
  return { ...host, basis: { ...basis, now } }
}
