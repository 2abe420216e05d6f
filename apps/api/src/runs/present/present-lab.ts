import type {
  AnalysedHost,
  LabDomain as LabDomainSeconds,
  LabResult as LabResultSeconds,
  LabVariantResult,
  Lever as LeverSeconds,
  RankedLevers,
  SweepPoint,
} from '@steelyard/analysis'
import type { LabDomain, LabSweepPoint } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { intervalMs, toMs } from '../../milliseconds.ts'
import type { StoredLab, StoredLever, StoredLevers, StoredVariant } from '../stored-run.ts'
import { kvmCommands } from './kvm-commands.ts'
import { cdfMs, differenceMs, enteredMs } from './present-figures.ts'

/** @param host whose levers were compared; null for other kinds of runs */
export function presentLab(result: LabResultSeconds, host: AnalysedHost | null): StoredLab {
  const { variants, sweep, advised, levers, assumptions, notes, ...run } = result
  return {
    ...run,
    variants: variants.map(presentVariant),
    sweep: sweep && { points: sweep.map(presentPoint) },
    advisedId: advised?.id ?? null,
    kvmCommands: advised && advised.id !== variants[0]!.id ? kvmCommands(advised.config) : null,
    levers: levers && host && presentLevers(levers, host),
    notes: [...assumptions.map(words.analyses.twinAssumption), ...notes.map(words.runs.labNote)],
  }
}

function presentVariant({ config: _, domains, ...variant }: LabVariantResult): StoredVariant {
  return { ...variant, domains: domains.map(presentDomain) }
}

function presentDomain(domain: LabDomainSeconds): LabDomain {
  const { mean, p95, change, cdf, wakeToRunSeconds, ...rest } = domain
  return {
    ...rest,
    mean: intervalMs(mean),
    p95: intervalMs(p95),
    change: differenceMs(change),
    cdf: cdfMs(cdf),
    wakeToRunMs: toMs(wakeToRunSeconds),
  }
}

function presentPoint({ mean, ...point }: SweepPoint): LabSweepPoint {
  const interval = intervalMs(mean)
  return { ...point, mean: interval, meanMs: interval?.ms ?? null }
}

function presentLevers(
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
