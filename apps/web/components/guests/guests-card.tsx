import type { AnalysisResult } from '@steelyard/contract'
import { Card } from '../ui/card.tsx'
import { GuestFigures, hasTargets } from './guest-figures.tsx'

/** The guests of an analysed recording, with the key to their plots. */
export function GuestsCard({ result }: { result: AnalysisResult }) {
  return (
    <Card aria-labelledby="guests" className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 pt-4 sm:px-6">
        <h2 id="guests" className="font-semibold">
          Guests
        </h2>
        {hasTargets(result) ? <PlotKey /> : null}
      </div>
      <GuestFigures result={result} />
    </Card>
  )
}

function PlotKey() {
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 text-xs text-ink-soft @max-4xl:hidden">
      <span className="inline-flex items-center gap-1.5">
        <span className="h-3.5 w-[3px] rounded-xs bg-ink" /> measured
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="relative h-1.5 w-6 rounded-full bg-accent/45">
          <span className="absolute top-1/2 left-1/2 size-2.25 -translate-1/2 rounded-full bg-accent" />
        </span>
        predicted, 90 % interval
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="h-3.5 w-4 border-l-2 border-ink-soft bg-(--over)" /> over the target
      </span>
    </p>
  )
}
