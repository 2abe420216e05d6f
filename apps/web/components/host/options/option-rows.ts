import type { AnalysisResult, Forecast, LabResult, Lever, Prediction } from '@steelyard/contract'
import { questionSentence } from './question/question-words.ts'

export interface OptionCell {
  domain: string
  prediction: Prediction | null
  targetMs: number | null
  meetsTarget: boolean | null
  change: 'faster' | 'slower' | 'same' | null
  /** What stands in place of a missing prediction. */
  missing: string
}

/** One line of the table of options. */
export interface OptionRow {
  id: string
  label: string
  /** What the option is, in a sentence; null where the label says it all. */
  meaning: string | null
  kind: 'as-it-is' | 'asked' | 'lever'
  /** A formula's answer, which the simulation has not replaced yet. */
  isProvisional: boolean
  lever: Lever | null
  isInStockXen: boolean
  cells: readonly OptionCell[]
}

const NO_END = 'no answer: its queue grows'

/** The host as it is, what the sliders ask, and every lever in order of rank. */
export function optionRows({
  asItIs,
  asked,
  levers,
}: {
  result: Pick<AnalysisResult, 'domains'>
  asItIs: Forecast
  asked: Forecast | undefined
  levers: LabResult | null
}): OptionRow[] {
  return [
    rowOf('as-it-is', 'As it is', asItIs),
    ...(asked ? [rowOf('asked', questionSentence(asked.question, asItIs.question), asked)] : []),
    ...(levers?.levers?.ranked ?? [])
      .filter(({ kind }) => kind !== 'as-it-is')
      .map((lever) => leverRow(lever, levers)),
  ]
}

function rowOf(kind: 'as-it-is' | 'asked', label: string, forecast: Forecast): OptionRow {
  return {
    id: kind,
    label,
    meaning: null,
    kind,
    isProvisional: forecast.state === 'provisional',
    lever: null,
    isInStockXen: true,
    cells: forecast.domains.map((each) => ({
      domain: each.domain,
      prediction: each.then,
      targetMs: each.targetMs,
      meetsTarget: each.meetsTarget,
      change: kind === 'asked' ? each.change : null,
      missing: each.reasons[0] ?? NO_END,
    })),
  }
}

function leverRow(lever: Lever, levers: LabResult | null): OptionRow {
  const variant = levers?.variants.find(({ id }) => id === lever.variantId)
  return {
    id: lever.variantId,
    label: variant?.label ?? lever.variantId,
    meaning: variant?.meaning ?? null,
    kind: 'lever',
    isProvisional: false,
    lever,
    isInStockXen: variant?.stockXen ?? true,
    cells: lever.domains.map((each) => ({
      domain: each.domain,
      prediction: each.predictedThen,
      targetMs: each.targetMs,
      meetsTarget: each.meetsTarget,
      change: changeOf(each),
      missing: lever.kind === 'migration' ? 'leaves; not known there' : NO_END,
    })),
  }
}

/** Only what is more than chance counts as a change. */
function changeOf({ change }: Lever['domains'][number]): OptionCell['change'] {
  if (!change) return null
  if (change.highMs < 0) return 'faster'
  return change.lowMs > 0 ? 'slower' : 'same'
}
