import type { AnalysedHost, Lever as LeverSeconds, RankedLevers } from '@steelyard/analysis'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { intervalMs, toMs } from '../../milliseconds.ts'
import type { StoredLever, StoredLevers } from '../stored-lab.ts'
import { differenceMs, enteredMs } from './present-figures.ts'

export function presentLevers(
  { ranked, lead, ...levers }: RankedLevers,
  host: AnalysedHost,
): StoredLevers {
  return {
    ...levers,
    ranked: ranked.map((lever) => presentLever(lever, host)),
    lead: differenceMs(lead),
  }
}

function presentLever(
  { mean, change, domains, ...lever }: LeverSeconds,
  host: AnalysedHost,
): StoredLever {
  return {
    ...lever,
    mean: intervalMs(mean),
    change: differenceMs(change),
    domains: domains.map(({ domain, nowSeconds, thenSeconds, ...outlook }) => {
      const analysed = host.domains.find(({ name }) => name === domain)!
      return {
        domain,
        nowMs: toMs(nowSeconds),
        thenMs: toMs(thenSeconds),
        change: differenceMs(outlook.change),
        predictedNow: presentPrediction(outlook.predictedNow),
        predictedThen: presentPrediction(outlook.predictedThen),
        targetMs: enteredMs(analysed.targetSeconds),
        meetsTarget: outlook.meetsTarget,
      }
    }),
  }
}
