import type { AnalysedHost, MeasuredDomain, PlayedDomain, PlayedWhatIf } from '@steelyard/analysis'
import type { TwinRunDomain } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { presentTwinDomains } from '../../analyses/present/present-twin-domains.ts'
import type { StoredWhatIf } from '../stored-run.ts'
import { cdfMs, differenceMs, enteredMs } from './present-figures.ts'

export function presentWhatIf(
  played: PlayedWhatIf,
  { known: { measured }, domains }: AnalysedHost,
): StoredWhatIf {
  const targetOf = (domain: string) => domains.find(({ name }) => name === domain)?.targetSeconds
  const { now, asked, changes, assumptions, notes, ...run } = played
  return {
    ...run,
    now: presentDomains(now, measured),
    asked: presentDomains(asked, measured),
    changes: changes.map(({ domain, mean, p95, ...predicted }) => ({
      domain,
      mean: differenceMs(mean),
      p95: differenceMs(p95),
      predictedNow: presentPrediction(predicted.predictedNow),
      predictedThen: presentPrediction(predicted.predictedThen),
      targetMs: enteredMs(targetOf(domain) ?? null),
      meetsTarget: predicted.meetsTarget,
    })),
    notes: [...assumptions.map(words.analyses.twinAssumption), ...notes.map(words.runs.whatIfNote)],
  }
}

function presentDomains(
  played: readonly PlayedDomain[],
  measured: readonly MeasuredDomain[],
): TwinRunDomain[] {
  return presentTwinDomains(played, measured).map((domain, index) => ({
    ...domain,
    cdf: cdfMs(played[index]!.cdf),
  }))
}
