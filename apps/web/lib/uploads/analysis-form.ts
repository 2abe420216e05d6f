import { AnalysisOptions, type createAnalysis, type Host } from '@steelyard/contract'
import type { z } from 'zod'
import { fromLocalInput } from '../local-time.ts'
import { parseDecimal } from '../parse-number.ts'
import { windowSecondsOf } from '../target-windows.ts'

/** The form before an analysis: numbers stay text until the request is made. */
export interface AnalysisForm {
  name: string
  rememberTargets: boolean
  targets: {
    domain: string
    responseTimeMs: string
    throughputPerSecond: string
    isSoft: boolean
  }[]
  domains: {
    domain: string
    weight: string
    minShare: string
    maxShare: string
    excluded: boolean
  }[]
  from: string
  to: string
  windowSeconds: string
  stepShare: string
  timeLimitSeconds: string
  anchored: boolean
  objective: AnalysisOptions['objective']
  targetStatistic: AnalysisOptions['targetStatistic']
  /** A choice of `targetWindows`. */
  targetWindowSeconds: string
  /** Empty for none. */
  softTargetMultiple: string
  /** Percent. */
  targetMargin: string
  normalisation: AnalysisOptions['normalisation']
  sandpiperServiceTime: AnalysisOptions['sandpiperServiceTime']
  decisionRule: AnalysisOptions['decisionRule']
  integerMapping: AnalysisOptions['integerMapping']
  connections: AnalysisOptions['connections']
  estimator: AnalysisOptions['estimator']
}

export type AnalysisRequest = z.input<NonNullable<typeof createAnalysis.body>>

const text = (value: number | null | undefined) => (value == null ? '' : String(value))

/** Fills every field with the contract's default, and the targets and what they apply to with the host's. */
export function emptyAnalysisForm(guests: string[], host: Host | null): AnalysisForm {
  const { range, weights, bounds, excluded, client, ...defaults } = AnalysisOptions.parse({})
  const known = new Map((host?.domains ?? []).map((domain) => [domain.name, domain.target]))
  return {
    ...defaults,
    windowSeconds: text(defaults.windowSeconds),
    stepShare: text(defaults.stepShare),
    timeLimitSeconds: text(defaults.timeLimitSeconds),
    targetStatistic: host?.targetStatistic ?? defaults.targetStatistic,
    targetWindowSeconds: text(host?.targetWindowSeconds),
    softTargetMultiple: text(defaults.softTargetMultiple),
    targetMargin: text(defaults.targetMargin * 100),
    name: '',
    rememberTargets: true,
    from: '',
    to: '',
    targets: guests.map((domain) => ({
      domain,
      responseTimeMs: text(known.get(domain)?.responseTimeMs),
      throughputPerSecond: text(known.get(domain)?.throughputPerSecond),
      isSoft: known.get(domain)?.isSoft ?? false,
    })),
    domains: guests.map((domain) => ({
      domain,
      weight: '',
      minShare: '',
      maxShare: '',
      excluded: false,
    })),
  }
}

/**
 * Converts text for the schema: anything but a number becomes NaN, which the schema refuses with a
 * reason.
 */
function numberOf(value: string): number | null {
  const parsed = parseDecimal(value)
  return parsed === undefined ? Number.NaN : parsed
}

function fractionOf(percent: string): number | undefined {
  const value = numberOf(percent)
  return value === null ? undefined : value / 100
}

/** Builds the request from the form; an empty field takes the contract's default. */
export function analysisRequestOf(
  form: AnalysisForm,
  hostId: string,
  uploadId: string,
): AnalysisRequest {
  const weights = form.domains.flatMap(({ domain, weight }) => {
    const value = numberOf(weight)
    return value === null ? [] : [{ domain, weight: value }]
  })
  const bounds = form.domains.flatMap(({ domain, ...row }) => {
    const minShare = numberOf(row.minShare)
    const maxShare = numberOf(row.maxShare)
    return minShare === null && maxShare === null ? [] : [{ domain, minShare, maxShare }]
  })
  return {
    hostId,
    uploadIds: [uploadId],
    name: form.name.trim() || undefined,
    targets: form.targets.map(({ domain, ...row }) => ({
      domain,
      responseTimeMs: numberOf(row.responseTimeMs),
      throughputPerSecond: numberOf(row.throughputPerSecond),
      isSoft: row.isSoft,
    })),
    options: {
      windowSeconds: numberOf(form.windowSeconds) ?? undefined,
      stepShare: numberOf(form.stepShare) ?? undefined,
      timeLimitSeconds: numberOf(form.timeLimitSeconds) ?? undefined,
      range: rangeOf(form),
      weights: weights.length > 0 ? weights : null,
      bounds,
      excluded: form.domains.filter(({ excluded }) => excluded).map(({ domain }) => domain),
      anchored: form.anchored,
      objective: form.objective,
      targetStatistic: form.targetStatistic,
      targetWindowSeconds: windowSecondsOf(form.targetWindowSeconds),
      softTargetMultiple: numberOf(form.softTargetMultiple),
      targetMargin: fractionOf(form.targetMargin),
      normalisation: form.normalisation,
      sandpiperServiceTime: form.sandpiperServiceTime,
      decisionRule: form.decisionRule,
      integerMapping: form.integerMapping,
      connections: form.connections,
      estimator: form.estimator,
    },
  }
}

function rangeOf({ from, to }: AnalysisForm) {
  if (!from && !to) return null
  return { from: fromLocalInput(from) ?? '', to: fromLocalInput(to) ?? '' }
}
