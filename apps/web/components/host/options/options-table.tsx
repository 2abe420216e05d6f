'use client'

import type { Analysis, AnalysisResult, FilledQuestion, Forecast } from '@steelyard/contract'
import { formatStatistic, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'
import { equationsPath } from '../../../lib/host-paths.ts'
import { optionWords } from '../../../lib/option-words.ts'
import { ShareSwatch } from '../../charts/weights-bar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { HeadCell, PlainTable } from '../../ui/plain-table.tsx'
import { Term } from '../../ui/term.tsx'
import { OptionLine } from './option-line.tsx'
import { changedValues, isPlannable, type OptionRow, optionRows, ownRow } from './option-rows.ts'
import { PlanOption } from './plan-option.tsx'
import { isSameQuestion, withDomainLever } from './question/question.ts'
import { questionSentence } from './question/question-words.ts'
import { WeightSlider } from './weight-slider.tsx'

/** With more guests than this, their columns fit on no screen. */
const MOST_COLUMNS = 4

/** The options as rows: those of the analysis, and the weights of the sliders. */
export function OptionsTable({
  analysis,
  result,
  asItIs,
  asked,
  wanted,
  onChange,
}: {
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: AnalysisResult
  asItIs: Forecast
  /** The answer to the sliders. */
  asked: Forecast
  wanted: FilledQuestion
  onChange: (question: FilledQuestion) => void
}) {
  const now = asItIs.question
  const rows = optionRows({ result, asItIs })
  const own = ownRow({ result, asItIs }, rows, asked)
  const cells = rows[0]!.cells
  const guests = cells.map(({ domain }) => domain)
  // Weights that starve a guest must not turn every other time into a fraction of a second.
  const times = oneUnitFor(
    cells.flatMap(({ then, targetMs, measuredMs }) => [then?.ms, targetMs, measuredMs]),
  )
  const changed = changedValues(wanted, now)
  const title = (name: keyof typeof optionWords) => optionWords[name].title
  return (
    <Card aria-labelledby="options" className="pb-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 pt-4 pb-1 sm:px-6">
        <h2 id="options" className="font-semibold">
          Options
        </h2>
        <Key guests={guests} />
      </div>
      <div className={cx('@container', guests.length > MOST_COLUMNS && 'max-w-[65rem]')}>
        <div className="options">
          <PlainTable caption="What each option would do to each guest">
            <Head cells={cells} times={times} result={result} />
            <tbody>
              {rows.map((row) => (
                <OptionLine
                  key={row.names[0]}
                  row={row}
                  title={row.names.map(title).join(' · ')}
                  meaning={<Meaning row={row} analysis={analysis} result={result} />}
                  tag={isAdvice(row) ? <Badge tone="accent">by Steelyard</Badge> : null}
                  times={times}
                  action={
                    <PlanOption
                      analysisId={analysis.id}
                      title={row.names.map(title).join(', ')}
                      weights={changedIn(row)}
                      look={isAdvice(row) ? 'primary' : 'secondary'}
                    />
                  }
                />
              ))}
              {(result.options?.absent ?? []).map(({ name, text }) => (
                <AbsentLine key={name} title={title(name)} text={text} columns={cells.length} />
              ))}
              <OptionLine
                row={own}
                title="Your own"
                meaning={ownWords(own, wanted, now)}
                times={times}
                slider={(domain) => (
                  <WeightSlider
                    domain={domain}
                    value={settingOf(wanted, domain)}
                    now={settingOf(now, domain)}
                    exactly={rows.map((row) => weightIn(row, domain))}
                    onChange={(weight) =>
                      onChange(withDomainLever(wanted, domain, 'weight', weight))
                    }
                  />
                )}
                action={
                  changed.length === 0 ? null : (
                    <span className="flex flex-row-reverse items-start justify-end gap-1.5 @[66rem]:flex-col @[66rem]:items-end">
                      {isPlannable(wanted, now) ? (
                        <PlanOption
                          analysisId={analysis.id}
                          title="your own weights"
                          weights={changed}
                          disabled={!isSameQuestion(asked.question, wanted)}
                        />
                      ) : null}
                      <Button size="small" look="quiet" onClick={() => onChange(now)}>
                        Reset
                      </Button>
                    </span>
                  )
                }
              />
            </tbody>
          </PlainTable>
        </div>
      </div>
    </Card>
  )
}

/** What the sliders ask besides weights, and whose answer it is. */
function ownWords({ isProvisional }: OptionRow, wanted: FilledQuestion, now: FilledQuestion) {
  const asked = isPlannable(wanted, now) ? '' : `${questionSentence(wanted, now)}; `
  return `${asked}${isProvisional ? 'by a formula, until it is simulated' : 'move a slider'}`
}

function isAdvice({ names }: OptionRow): boolean {
  return names.includes('recommended') && !names.includes('in-force')
}

function changedIn({ cells }: OptionRow) {
  return cells.flatMap(({ domain, weight, weightNow }) =>
    weight === weightNow ? [] : [{ domain, weight }],
  )
}

function weightIn({ cells }: OptionRow, name: string): number {
  return cells.find(({ domain }) => domain === name)!.weight
}

function settingOf({ domains }: FilledQuestion, name: string): number {
  return domains.find(({ domain }) => domain === name)!.weight
}

function Head({
  cells,
  times,
  result,
}: {
  cells: OptionRow['cells']
  times: OneUnit
  result: AnalysisResult
}) {
  const statistic = formatStatistic(result.targetStatistic, result.targetWindowSeconds)
  return (
    <thead>
      <tr className="align-bottom">
        <HeadCell>
          Option
          <span className="block text-xs font-normal">
            <Term of={result.targetStatistic}>{statistic}</Term> in {times.unit},{' '}
            <Term of="interval">90 %</Term>
          </span>
        </HeadCell>
        <HeadCell>
          Weights, <Term of="share">share</Term>
        </HeadCell>
        {cells.map(({ domain, targetMs }) => (
          <HeadCell key={domain} className="whitespace-normal [overflow-wrap:anywhere]">
            {domain}
            <span className="block text-xs font-normal">
              {targetMs === null ? 'no target' : `target ${times.target(targetMs)}`}
            </span>
          </HeadCell>
        ))}
        <HeadCell>Who pays</HeadCell>
        <HeadCell>Room left</HeadCell>
        <HeadCell>
          <span className="sr-only">Plan it</span>
        </HeadCell>
      </tr>
    </thead>
  )
}

/** What the colours of the shares and the grey bars mean. */
function Key({ guests }: { guests: readonly string[] }) {
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {['Domain-0', ...guests].map((domain) => (
        <span key={domain} className="inline-flex items-center gap-1.5 [overflow-wrap:anywhere]">
          <ShareSwatch domain={domain} guests={guests} /> {domain}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <span className="h-1 w-6 rounded-full bg-ink-faint/30" /> as it is
      </span>
    </p>
  )
}

function Meaning({
  row: { names },
  analysis,
  result,
}: {
  row: OptionRow
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: AnalysisResult
}) {
  const { meaning } = optionWords[names[0]!]
  if (!names.includes('total-delay') || !result.asPrinted?.totalDelay) return meaning
  return (
    <>
      {meaning} <InlineLink href={equationsPath(analysis)}>How</InlineLink>
    </>
  )
}

function AbsentLine({ title, text, columns }: { title: string; text: string; columns: number }) {
  return (
    <tr className="border-b border-line align-top">
      <th
        scope="row"
        className="of-option px-3 py-2.5 text-left font-medium first:pl-4 sm:first:pl-6"
      >
        {title}
      </th>
      <td colSpan={columns + 4} className="of-weights px-3 py-2.5 text-ink-soft">
        {text}
      </td>
    </tr>
  )
}
