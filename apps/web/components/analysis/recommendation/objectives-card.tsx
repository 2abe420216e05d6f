'use client'

import type { AnalysisResult, Objective } from '@steelyard/contract'
import {
  formatCount,
  formatItems,
  formatList,
  formatStatistic,
  oneUnitFor,
} from '@steelyard/contract/format'
import { measuredVerdict } from '@steelyard/contract/plain'
import { ListChecks, Search, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { groupBy } from '../../../lib/group-by.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { Select } from '../../ui/select.tsx'
import { VerdictMark } from '../../ui/verdict-mark.tsx'
import { objectiveLabels, objectiveWords } from './objective-labels.ts'

const methods: Record<Objective['method'], { word: string; tone: Tone; icon: typeof Search }> = {
  proven: { word: 'proven optimal', tone: 'ok', icon: ShieldCheck },
  enumerated: { word: 'best of all on the grid', tone: 'ok', icon: ListChecks },
  search: { word: 'best found by search', tone: 'warn', icon: Search },
}

/** Shows the weights that each objective would choose, and what the models predict for them. */
export function ObjectivesCard({
  objectives,
  result,
}: {
  objectives: readonly Objective[]
  result: AnalysisResult
}) {
  const { styleOf } = useSeriesStyles()
  const [chosen, setChosen] = useState(0)
  const objective = objectives[chosen] ?? objectives[0]
  if (!objective) return null
  const labelOf = (estimator: string) => styleOf(estimator).label
  const { word, tone, icon } = methods[objective.method]
  return (
    <Card aria-labelledby="objectives">
      <CardHeader
        id="objectives"
        title="What each objective would choose"
        description={objectivesGist(objectives, labelOf)}
      />
      <CardBody className="space-y-2 pb-2 sm:pb-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="max-w-full">
            <Select
              aria-label="Objective"
              value={chosen}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {objectives.map((each, index) => (
                <option key={`${each.objective} ${each.chosenBy}`} value={index}>
                  {objectiveLabels[each.objective]}, by {labelOf(each.chosenBy)}
                </option>
              ))}
            </Select>
          </div>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </div>
        <p className="text-sm text-ink-soft">{objective.statement}</p>
      </CardBody>
      <ObjectiveTable objective={objective} result={result} />
      <p className="px-4 py-4 text-sm text-ink-faint sm:px-6">
        Times are the {formatStatistic(result.targetStatistic, null)}, which the targets are about.
        None of these is recommended unless the verdict says so.
      </p>
    </Card>
  )
}

function ObjectiveTable({ objective, result }: { objective: Objective; result: AnalysisResult }) {
  const { styleOf } = useSeriesStyles()
  const { outlook } = objective
  const known = new Map(result.domains.map((each) => [each.domain, each]))
  const times = oneUnitFor(
    outlook.flatMap(({ domains, meanMs }) => [...domains.map(({ judgedMs }) => judgedMs), meanMs]),
  )
  return (
    <PlainTable caption="The weights that the objective chooses, and what each model predicts for them">
      <thead>
        <tr className="align-bottom">
          <HeadCell>Guest</HeadCell>
          <HeadCell numeric>Weight</HeadCell>
          <HeadCell numeric>Target, {times.unit}</HeadCell>
          {outlook.map(({ estimator }) => (
            <HeadCell key={estimator} numeric className="whitespace-normal!">
              {styleOf(estimator).label}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {objective.weights.map(({ domain, weight }) => (
          <tr key={domain} className="border-b border-line">
            <NameHead name={domain} />
            <Cell numeric>
              <BeforeAfter
                before={formatCount(known.get(domain)?.weight)}
                after={formatCount(weight)}
              />
            </Cell>
            <Cell numeric>{times.target(known.get(domain)?.target?.responseTimeMs)}</Cell>
            {outlook.map(({ estimator, domains }) => {
              const predicted = domains.find((each) => each.domain === domain)
              return (
                <Cell key={estimator} numeric>
                  {times.predicted(predicted?.judgedMs)}{' '}
                  <VerdictMark
                    verdict={measuredVerdict(predicted?.meetsTarget ?? null, result.evidence.grade)}
                  />
                </Cell>
              )
            })}
          </tr>
        ))}
        <tr>
          <RowHead className="whitespace-nowrap">Mean of all requests</RowHead>
          <Cell />
          <Cell />
          {outlook.map(({ estimator, meanMs }) => (
            <Cell key={estimator} numeric className="font-semibold">
              {times.predicted(meanMs)}
            </Cell>
          ))}
        </tr>
      </tbody>
    </PlainTable>
  )
}

/**
 * Names the weights that each objective leads to; objectives with the same weights share a phrase.
 * Where two estimators choose differently for one objective, their names tell them apart.
 */
export function objectivesGist(
  objectives: readonly Objective[],
  labelOf: (estimator: string) => string,
): string {
  const groups = groupBy(objectives, ({ weights }) =>
    formatItems(weights.map(({ domain, weight }) => `${domain} ${formatCount(weight)}`)),
  )
  const wordsOf = ({ objective, chosenBy }: Objective, same: readonly Objective[]) => {
    const words = objectiveWords[objective]
    const isDisputed = objectives.some(
      (each) => objectiveWords[each.objective] === words && !same.includes(each),
    )
    return isDisputed ? `${words} (${labelOf(chosenBy)})` : words
  }
  const choices = [...groups].map(([weights, same]) => {
    const names = [...new Set(same.map((each) => wordsOf(each, same)))]
    return `For ${formatList(names)}: ${weights}.`
  })
  return choices.length === 1 && objectives.length > 1
    ? `All agree. ${choices[0]}`
    : choices.join(' ')
}
