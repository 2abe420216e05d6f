import type { AnalysisResult } from '@steelyard/contract'
import { SeriesSwatch } from '../charts/series-swatch.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

type Standing = 'published' | 'inferred' | 'ours'

const standings: Record<Standing, { tone: Tone; label: string }> = {
  published: { tone: 'neutral', label: 'published' },
  inferred: { tone: 'warn', label: 'inferred' },
  ours: { tone: 'accent', label: 'ours' },
}

/** Estimators with their source and assumptions; a leading standing becomes a label. */
export function AssumptionList({ estimators }: { estimators: AnalysisResult['estimators'] }) {
  return (
    <ul className="space-y-5 text-sm">
      {estimators.map((estimator) => (
        <li key={estimator.id}>
          <p className="flex items-center gap-2.5 font-semibold">
            <SeriesSwatch series={estimator.id} />
            {estimator.title}
          </p>
          <p className="mb-2 text-ink-faint">{estimator.source}</p>
          <ul className="space-y-1.5">
            {estimator.assumptions.map((assumption) => (
              <li key={assumption} className="flex flex-wrap items-baseline gap-x-2 text-ink-soft">
                <Assumption text={assumption} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Assumption({ text }: { text: string }) {
  const [, standing, rest] = /^(published|inferred|ours): *(.*)$/is.exec(text) ?? []
  if (!standing || !rest) return <>{text}</>
  const { tone, label } = standings[standing.toLowerCase() as Standing]
  return (
    <>
      <Badge tone={tone} className="px-1.5 py-0 text-xs">
        {label}
      </Badge>
      <span className="min-w-0 flex-1 basis-48">{rest}</span>
    </>
  )
}
