import type { AnalysisResult } from '@steelyard/contract'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ErrataList, ErratumLinks } from '../trust/errata.tsx'

type Standing = 'published' | 'inferred' | 'ours'

const standings: Record<Standing, Tone> = {
  published: 'neutral',
  inferred: 'warn',
  ours: 'accent',
}

/** Lists each estimator with its standing, source and assumptions. */
export function AssumptionList({ estimators }: { estimators: AnalysisResult['estimators'] }) {
  return (
    <ul className="space-y-5 text-sm">
      {estimators.map((estimator) => {
        const { source, standing } = splitSource(estimator.source)
        return (
          <li key={estimator.id}>
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
              <SeriesSwatch series={estimator.id} />
              {estimator.title}
              {standing ? <Badge tone={standings[standing]}>{standing}</Badge> : null}
            </p>
            <p className="mb-2 text-ink-faint">{source}</p>
            <ul className="list-disc space-y-1 pl-5 text-ink-soft">
              {estimator.assumptions.map((assumption) => (
                <li key={assumption}>
                  <ErratumLinks text={assumption} />
                </li>
              ))}
            </ul>
            <ErrataList errata={estimator.errata} />
          </li>
        )
      })}
    </ul>
  )
}

/** The standing comes in brackets at the end of the source. */
function splitSource(text: string): { source: string; standing: Standing | null } {
  const [, source, standing] = /^(.*) \((published|inferred|ours)\)$/.exec(text) ?? []
  return source && standing
    ? { source, standing: standing as Standing }
    : { source: text, standing: null }
}
