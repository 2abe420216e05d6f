import type { AnalysisResult, Objective } from '@steelyard/contract'
import { formatCount, formatItems, formatList, formatMs } from '@steelyard/contract/format'
import { ListChecks, Search, ShieldCheck } from 'lucide-react'
import { groupBy } from '../../../lib/group-by.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { FoldingCard } from '../../ui/folding-card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { TargetMark } from '../../ui/target-mark.tsx'
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
  return (
    <FoldingCard
      id="objectives"
      folded
      title="What each objective would choose"
      description={objectivesGist(objectives)}
    >
      <p className="px-4 pb-4 text-sm text-ink-faint sm:px-6">
        Mean response times; the marks compare the statistic of the targets with the targets, as the
        verdict does. None of these is recommended unless the verdict says so.
      </p>
      <div className="space-y-6 pb-3">
        {objectives.map((objective) => (
          <ObjectiveTable
            key={`${objective.objective} ${objective.chosenBy}`}
            objective={objective}
            result={result}
          />
        ))}
      </div>
    </FoldingCard>
  )
}

function ObjectiveTable({ objective, result }: { objective: Objective; result: AnalysisResult }) {
  const { styleOf } = useSeriesStyles()
  const { word, tone, icon } = methods[objective.method]
  const { label } = styleOf(objective.chosenBy)
  const aim = objectiveLabels[objective.objective]
  return (
    <section aria-label={`${aim}, by ${label}`}>
      <div className="space-y-1 px-4 pb-2 sm:px-6">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {aim}
          <span className="inline-flex items-center gap-1.5 text-sm font-normal text-ink-soft">
            <SeriesSwatch series={objective.chosenBy} /> by {label}
          </span>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </h3>
        <p className="text-sm text-ink-soft">{objective.statement}</p>
      </div>
      <PlainTable
        caption={`${aim}: weights chosen by ${label}, and what each model predicts for them`}
      >
        <thead>
          <tr>
            <HeadCell>Domain</HeadCell>
            <HeadCell numeric>Weight</HeadCell>
            {objective.outlook.map(({ estimator }) => (
              <HeadCell key={estimator} numeric>
                {styleOf(estimator).label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {objective.weights.map(({ domain, weight }) => {
            const now = result.domains.find((each) => each.domain === domain)
            return (
              <tr key={domain} className="border-b border-line">
                <RowHead>{domain}</RowHead>
                <Cell numeric>
                  <BeforeAfter before={formatCount(now?.weight)} after={formatCount(weight)} />
                </Cell>
                {objective.outlook.map(({ estimator, domains }) => {
                  const outlook = domains.find((each) => each.domain === domain)
                  return (
                    <Cell key={estimator} numeric>
                      {formatMs(outlook?.responseTimeMs)}
                      {now?.target?.responseTimeMs == null ? null : (
                        <span className="ml-2">
                          <TargetMark
                            meets={outlook?.meetsTarget ?? null}
                            targetMs={now.target.responseTimeMs}
                          />
                        </span>
                      )}
                    </Cell>
                  )
                })}
              </tr>
            )
          })}
          <tr>
            <RowHead className="whitespace-nowrap">All requests</RowHead>
            <Cell />
            {objective.outlook.map(({ estimator, meanMs }) => (
              <Cell key={estimator} numeric className="font-semibold">
                {formatMs(meanMs)}
              </Cell>
            ))}
          </tr>
        </tbody>
      </PlainTable>
    </section>
  )
}

/**
 * Names the weights that each objective leads to; objectives with the same weights share a phrase.
 */
export function objectivesGist(objectives: readonly Objective[]): string {
  const groups = groupBy(objectives, ({ weights }) =>
    formatItems(weights.map(({ domain, weight }) => `${domain} ${formatCount(weight)}`)),
  )
  const choices = [...groups].map(([weights, same]) => {
    const names = [...new Set(same.map(({ objective }) => objectiveWords[objective]))]
    return `For ${formatList(names)}: ${weights}.`
  })
  return choices.length === 1 && objectives.length > 1
    ? `All agree. ${choices[0]}`
    : choices.join(' ')
}
