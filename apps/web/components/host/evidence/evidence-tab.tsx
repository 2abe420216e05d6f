'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { hostPath } from '../../../lib/host-paths.ts'
import { InlineLink } from '../../ui/inline-link.tsx'
import { TabContents } from '../frame/tab-contents.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { WithResult } from '../frame/with-result.tsx'
import { type EvidenceSection, evidenceSections, sectionOf } from './evidence-sections.ts'
import { GradeCard } from './grade-card.tsx'
import { resultInHostOrder } from './result-in-host-order.ts'

// Only one section is shown at a time, so each but the first comes when it is.
const AsPrintedSection = dynamic(() =>
  import('../../analysis/as-printed/as-printed-section.tsx').then((it) => it.AsPrintedSection),
)
const FoundationsSection = dynamic(() =>
  import('../../analysis/foundations/foundations-section.tsx').then((it) => it.FoundationsSection),
)
const LoadSection = dynamic(() => import('./load-section.tsx').then((it) => it.LoadSection))
const PhaseTable = dynamic(() =>
  import('../../analysis/evidence/phase-table.tsx').then((it) => it.PhaseTable),
)
const SandpiperCard = dynamic(() =>
  import('../../analysis/load/sandpiper-card.tsx').then((it) => it.SandpiperCard),
)
const SeriesSection = dynamic(() => import('./series-section.tsx').then((it) => it.SeriesSection))
const TrustCard = dynamic(() =>
  import('../../analysis/trust/trust-card.tsx').then((it) => it.TrustCard),
)
const TwinCard = dynamic(() =>
  import('../../analysis/twin/twin-card.tsx').then((it) => it.TwinCard),
)
const WeightsSection = dynamic(() =>
  import('./weights-section.tsx').then((it) => it.WeightsSection),
)

/** Everything that the verdict rests on, a section at a time. */
export function EvidenceTab() {
  const { host } = useHostFrame()
  const section = sectionOf(useSearchParams().get('section'))
  return (
    <WithResult>
      {(analysis, result) => (
        <div className="grid items-start gap-x-8 gap-y-5 xl:grid-cols-[13rem_minmax(0,1fr)]">
          <TabContents
            label="Evidence"
            hostId={analysis.hostId}
            tab="evidence"
            sections={evidenceSections}
            shown={section}
            beside
          />
          <div className="min-w-0 space-y-6">
            <Section
              section={section}
              analysis={analysis}
              result={resultInHostOrder(result, host)}
            />
          </div>
        </div>
      )}
    </WithResult>
  )
}

function Section({
  section,
  analysis,
  result,
}: {
  section: EvidenceSection
  analysis: Analysis
  result: AnalysisResult
}) {
  switch (section) {
    case 'grade':
      return <GradeCard analysis={analysis} result={result} />
    case 'errors':
      return <TrustCard analysis={analysis} result={result} />
    case 'time':
      return <SeriesSection analysisId={analysis.id} result={result} />
    case 'phases':
      return <PhaseTable result={result} />
    case 'load':
      return <LoadSection analysis={analysis} result={result} />
    case 'simulation':
      return <TwinCard analysisId={analysis.id} twin={result.twin} />
    case 'weights':
      return <WeightsSection analysis={analysis} result={result} />
    case 'sandpiper':
      return <SandpiperCard sandpiper={result.sandpiper} />
    case 'paper':
      return (
        <>
          <AsPrintedSection asPrinted={result.asPrinted ?? null} />
          {result.options && result.asPrinted?.totalDelay ? (
            <p className="text-sm text-ink-soft">
              These weights stand beside all others under{' '}
              <InlineLink href={hostPath(analysis.hostId, 'options', analysis.id)}>
                Options
              </InlineLink>
              .
            </p>
          ) : null}
        </>
      )
    case 'options':
      return <FoundationsSection analysis={analysis} />
  }
}
