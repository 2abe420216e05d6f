import { DOMAIN0_NAME } from '@steelyard/model'
import { type Column, markdownTable, milliseconds, percent } from '../../../bench/index.ts'
import {
  type AdviceCase,
  type AdviceSummaries,
  type Aim,
  ChoiceId,
  JudgeId,
  type Stability,
} from './advice-report.ts'
import { stepsOf } from './allocations.ts'

export const judgeNames: Record<JudgeId, string> = {
  twin: 'steady twin',
  independent: 'C++ simulator',
}
const choiceNames: Record<ChoiceId, string> = {
  recommended: '**what the product recommends**',
  sdps: 'SDPS alone, unchecked',
  twin: 'the twin alone, unchecked',
  nothing: 'leaving the weights alone',
}

export function regretTable(summaries: AdviceSummaries, judge: JudgeId): string {
  const of = (choice: ChoiceId) => summaries[judge]![choice]
  const columns: Column<ChoiceId>[] = [
    { title: `in the eyes of the ${judgeNames[judge]}`, text: (choice) => choiceNames[choice] },
    { title: 'n', text: (choice) => String(of(choice).n) },
    { title: 'mean regret', text: (choice) => percent(of(choice).meanRegret) },
    { title: 'worst regret', text: (choice) => percent(of(choice).worstRegret) },
    { title: 'harm', text: (choice) => String(of(choice).harmed) },
    { title: 'worst loss', text: (choice) => percent(of(choice).worstLoss) },
  ]
  return markdownTable(columns, ChoiceId.options)
}

export function aimsTable(aims: readonly Aim[]): string {
  return markdownTable<Aim>(
    [
      { title: 'aim', text: ({ aim }) => aim },
      { title: 'found', align: 'left', text: ({ found }) => found },
      { title: 'met', align: 'left', text: ({ isMet }) => (isMet ? 'yes' : '**no**') },
    ],
    aims,
  )
}

export function stabilityTable(stability: readonly Stability[]): string {
  return markdownTable<Stability>(
    [
      { title: 'load', text: ({ load }) => load },
      { title: 'phases', text: ({ phases }) => String(phases) },
      { title: 'recommended', align: 'left', text: ({ shares }) => distinct(shares) },
      { title: 'most apart', text: ({ spreadSteps }) => `${spreadSteps} steps` },
    ],
    stability,
  )
}

/** Lists each distinct recommendation once, with its count. */
function distinct(shares: Stability['shares']): string {
  const told = shares.map(stepsText)
  return [...new Set(told)]
    .map((each) => {
      const times = told.filter((other) => other === each).length
      return times > 1 ? `${each} (${times}x)` : each
    })
    .join(', ')
}

function stepsText(steps: Record<string, number>): string {
  return Object.values(steps)
    .map((own) => Number(own.toFixed(1)))
    .join(' / ')
}

export function casesTable(cases: readonly AdviceCase[]): string {
  const sharesOf = (weights: Record<string, number>) =>
    stepsText(
      stepsOf(
        weights,
        Object.keys(weights).filter((name) => name !== DOMAIN0_NAME),
      ),
    )
  const judges = JudgeId.options.filter((judge) => cases.some((each) => each.judges[judge]))
  return markdownTable<AdviceCase>(
    [
      { title: 'recording', text: ({ recording }) => recording },
      { title: 'phase', align: 'left', text: ({ phase }) => phase.replace(/^Phase /, '') },
      { title: 'CPU', text: ({ offeredUse }) => percent(offeredUse) },
      { title: 'for', align: 'left', text: objectiveText },
      {
        title: 'shares',
        align: 'left',
        text: (each) => sharesOf(each.choices.recommended.weights),
      },
      ...judges.flatMap((judge): Column<AdviceCase>[] => [
        {
          title: `best, ${judgeNames[judge]}`,
          align: 'left',
          text: ({ judges: by }) => (by[judge] ? sharesOf(by[judge].optimum.weights) : '–'),
        },
        { title: 'even', text: ({ judges: by }) => percent(by[judge]?.evenRegret ?? null) },
        {
          title: 'regret',
          text: ({ judges: by }) => percent(by[judge]?.outcomes.recommended.regret ?? null),
        },
        {
          title: 'gain',
          text: ({ judges: by }) => percent(by[judge]?.outcomes.recommended.gain ?? null),
        },
        { title: 'times', align: 'left', text: (each) => timesText(each, judge) },
      ]),
    ],
    cases,
  )
}

function objectiveText({ objective, targets, statistic }: AdviceCase): string {
  const of = statistic === 'p95' ? '’s 95th percentile' : ''
  const wanted = Object.entries(targets).map(([name, part]) => `${name}${of} at ${percent(part)}`)
  return [objective, ...wanted].join(', ')
}

function timesText({ judges }: AdviceCase, judge: JudgeId): string {
  const outcomes = judges[judge]?.outcomes
  if (!outcomes) return '–'
  const list = (seconds: Record<string, number>) =>
    Object.values(seconds).map(milliseconds).join(' / ')
  const [before, after] = [
    list(outcomes.nothing.meansSeconds),
    list(outcomes.recommended.meansSeconds),
  ]
  return before === after ? before : `${before} → ${after}`
}
