import type { AnalysisResult, Forecast, Verdict } from '@steelyard/contract'
import { formatStatistic, formatWholePercent } from '@steelyard/contract/format'
import { urgencyOf } from '@steelyard/contract/plain'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { VerdictPanel } from '../../ui/verdict-panel.tsx'
import { type OptionRow, optionRows } from './option-rows.ts'

/** Which options are predicted to meet all targets, and which leaves the most room. */
export function OptionsLead({ result, asItIs }: { result: AnalysisResult; asItIs: Forecast }) {
  const { options, predictor, domain0 } = result
  const statistic = formatStatistic(result.targetStatistic, result.targetWindowSeconds)
  return (
    <VerdictPanel
      verdict={bestOf(optionRows({ result, asItIs }))}
      title={options?.headline ?? 'Analyse again to compare all options.'}
      notes={
        <>
          <span>Predicted {statistic} with its 90 % interval, under the recorded load</span>
          {predictor.error === null ? null : (
            <span>
              Predictions are off by {formatWholePercent(predictor.error)} on this recording
            </span>
          )}
          {domain0.weightAssumed ? (
            <span>Domain-0’s weight is not recorded; Xen’s default of 256 is assumed</span>
          ) : null}
          <span>Nothing changes on the host until a plan is applied</span>
        </>
      }
    >
      {options ? (
        <p className="text-ink-soft">
          {options.statement ? `${keepUnits(options.statement)} ` : ''}
          Room left: how far the closest guest stays below its target.
        </p>
      ) : (
        <p className="text-ink-soft">
          An earlier version of Steelyard made this analysis, without the other options.
        </p>
      )}
    </VerdictPanel>
  )
}

/** The verdict of the option that does best; an option has that of its worst guest. */
function bestOf(rows: readonly OptionRow[]): Verdict {
  const verdicts = rows.flatMap(({ cells }) => {
    const own = cells.flatMap(({ verdict }) => verdict ?? [])
    return own.sort((a, b) => urgencyOf(a) - urgencyOf(b))[0] ?? []
  })
  return verdicts.sort((a, b) => urgencyOf(b) - urgencyOf(a))[0] ?? 'no-targets'
}
