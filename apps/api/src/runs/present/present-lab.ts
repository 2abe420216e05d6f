import type {
  AnalysedHost,
  LabDomain as LabDomainSeconds,
  LabResult as LabResultSeconds,
  LabVariantResult,
  SweepPoint,
} from '@steelyard/analysis'
import type { LabDomain, LabSweepPoint } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { intervalMs, toMs } from '../../milliseconds.ts'
import type { StoredLab, StoredVariant } from '../stored-lab.ts'
import { kvmCommands } from './kvm-commands.ts'
import { cdfMs, differenceMs } from './present-figures.ts'
import { presentLevers } from './present-levers.ts'

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
