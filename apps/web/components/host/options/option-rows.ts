import type {
  AnalysisResult,
  EvidenceGrade,
  Forecast,
  OptionName,
  Prediction,
  Verdict,
  WantedWeight,
  WeightRow,
} from '@steelyard/contract'
import { DEFAULT_WEIGHT, pays, predictedVerdict } from '@steelyard/contract/plain'

/** Time of a guest under an option, beside the one under the weights in force. */
export interface OptionCell {
  domain: string
  weight: number
  weightNow: number
  now: Prediction | null
  then: Prediction | null
  targetMs: number | null
  measuredMs: number | null
  /** Of the prediction. */
  verdict: Verdict | null
}

/** One line of the table of options. */
export interface OptionRow {
  /** Empty for the weights of the sliders. */
  names: OptionName[]
  cells: OptionCell[]
  domain0Weight: number
  /** Who gets slower by more than the model tells apart. */
  payers: OptionCell[]
  /** 1 − the worst time over its target; null without a prediction of one. */
  room: number | null
  isProvisional: boolean
}

interface Known {
  result: AnalysisResult
  /** The host as it was analysed. */
  asItIs: Forecast
}

/**
 * The rows of the analysis. One of an earlier version has the weights in force and the recommended
 * ones alone.
 */
export function optionRows({ result, asItIs }: Known): OptionRow[] {
  const rows = result.options?.rows ?? earlierRows({ result, asItIs })
  return rows.map((row) => rowOf(row, rows[0]!, result))
}

/** What the sliders ask; a row of the analysis where it has these weights. */
export function ownRow(
  { result, asItIs }: Known,
  rows: readonly OptionRow[],
  asked: Forecast,
): OptionRow {
  const { domains } = asked.question
  const same = rows.find(
    ({ cells }) =>
      isOfWeightsAlone(asked.question, asItIs.question) &&
      cells.every(({ domain, weight }) =>
        domains.some((each) => each.domain === domain && each.weight === weight),
      ),
  )
  if (same) return { ...same, names: [] }
  const own: Rowed = {
    names: [],
    domains: asked.domains.map(({ domain, then }) => ({
      domain,
      weight: domains.find((each) => each.domain === domain)!.weight,
      predicted: then,
    })),
  }
  const inForce = result.options?.rows[0] ?? earlierRows({ result, asItIs })[0]!
  return { ...rowOf(own, inForce, result), isProvisional: asked.state === 'provisional' }
}

type Question = Forecast['question']

/** Whether nothing is asked but weights: what a plan can set and the rows of the analysis are about. */
export function isOfWeightsAlone(asked: Question, now: Question): boolean {
  return (
    isPlannable(asked, now) &&
    asked.domains.every(({ domain, cap }) => cap === settingOf(now, domain)?.cap)
  )
}

/** Whether nothing is asked but weights and caps, which a plan can set. */
export function isPlannable(asked: Question, now: Question): boolean {
  return (
    asked.loadFactor === now.loadFactor &&
    asked.overheadPercent === now.overheadPercent &&
    asked.domain0Weight === now.domain0Weight &&
    asked.tsliceMs === now.tsliceMs &&
    asked.ratelimitUs === now.ratelimitUs &&
    asked.domains.every(
      ({ domain, loadFactor }) => loadFactor === settingOf(now, domain)?.loadFactor,
    )
  )
}

/** The weights and caps that differ from those in force. */
export function changedValues(asked: Question, now: Question): WantedWeight[] {
  return asked.domains.flatMap(({ domain, weight, cap }) => {
    const was = settingOf(now, domain)
    if (!was || (was.weight === weight && was.cap === cap)) return []
    return [{ domain, weight, ...(was.cap === cap ? {} : { cap }) }]
  })
}

function settingOf({ domains }: Question, name: string) {
  return domains.find(({ domain }) => domain === name)
}

type Rowed = Pick<WeightRow, 'names'> & {
  domains: Pick<WeightRow['domains'][number], 'domain' | 'weight' | 'predicted'>[]
}

function rowOf(row: Rowed, inForce: Rowed, result: AnalysisResult): OptionRow {
  const cells = row.domains.map((each) => cellOf(each, inForce, result))
  const ratios = cells.flatMap(({ then, targetMs }) =>
    then && targetMs !== null ? [then.ms / targetMs] : [],
  )
  return {
    names: row.names,
    cells,
    domain0Weight: result.domain0.weight ?? DEFAULT_WEIGHT,
    payers: cells.filter(({ now, then }) => pays(now, then)),
    room: ratios.length > 0 ? 1 - Math.max(...ratios) : null,
    isProvisional: false,
  }
}

function cellOf(
  { domain, weight, predicted }: Rowed['domains'][number],
  inForce: Rowed,
  { domains, evidence }: AnalysisResult,
): OptionCell {
  const known = domains.find((each) => each.domain === domain)
  const now = inForce.domains.find((each) => each.domain === domain)
  const targetMs = known?.target?.isSoft ? null : (known?.target?.responseTimeMs ?? null)
  return {
    domain,
    weight,
    weightNow: now?.weight ?? weight,
    now: now?.predicted ?? null,
    then: predicted,
    targetMs,
    measuredMs: known?.observedMs ?? null,
    verdict: predictedVerdict(predicted, targetMs, evidence.grade as EvidenceGrade),
  }
}

function earlierRows({ result: { recommendation }, asItIs }: Known): Rowed[] {
  const weightOf = (name: string) => settingOf(asItIs.question, name)!.weight
  const inForce: Rowed = {
    names: ['in-force'],
    domains: asItIs.domains.map(({ domain, then }) => ({
      domain,
      weight: weightOf(domain),
      predicted: then,
    })),
  }
  if (recommendation?.advice !== 'change') return [inForce]
  return [
    inForce,
    {
      names: ['recommended'],
      domains: recommendation.domains.map(({ domain, weightAfter, predictedAfter }) => ({
        domain,
        weight: weightAfter,
        predicted: predictedAfter,
      })),
    },
  ]
}
