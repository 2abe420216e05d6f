'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { isMeeting } from '@steelyard/contract/plain'
import { useSearchParams } from 'next/navigation'
import { equationsPath, hostPath } from '../../../lib/host-paths.ts'
import { AsPrintedSection } from '../../analysis/as-printed/as-printed-section.tsx'
import { PhaseTable } from '../../analysis/evidence/phase-table.tsx'
import { FoundationsSection } from '../../analysis/foundations/foundations-section.tsx'
import { BreakdownCard } from '../../analysis/load/breakdown-card.tsx'
import { LoadCard } from '../../analysis/load/load-card.tsx'
import { SandpiperCard } from '../../analysis/load/sandpiper-card.tsx'
import { ObjectivesCard } from '../../analysis/recommendation/objectives-card.tsx'
import { RecommendationSection } from '../../analysis/recommendation/recommendation-section.tsx'
import { CalibrationCard } from '../../analysis/trust/calibration-card.tsx'
import { TrustCard } from '../../analysis/trust/trust-card.tsx'
import { TwinCard } from '../../analysis/twin/twin-card.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { TabContents } from '../frame/tab-contents.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { WithResult } from '../frame/with-result.tsx'
import { type EvidenceSection, evidenceSections, sectionOf } from './evidence-sections.ts'
import { GradeCard } from './grade-card.tsx'
import { resultInHostOrder } from './result-in-host-order.ts'
import { SeriesSection } from './series-section.tsx'
import { WatchRequestsLinks } from './watch-requests-links.tsx'

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
      return (
        <>
          <LoadCard result={result} />
          <BreakdownCard result={result} />
          <WatchRequestsLinks uploads={analysis.uploads} />
          <CalibrationCard calibration={result.calibration} />
        </>
      )
    case 'simulation':
      return <TwinCard analysisId={analysis.id} twin={result.twin} />
    case 'weights':
      return <Weights analysis={analysis} result={result} />
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

function Weights({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { objectives, recommendation, verdict } = result
  if (isMeeting(verdict)) {
    return (
      <p className="text-ink-soft">
        The host meets its targets, so no other weights are recommended. What each objective would
        choose, and who would pay for it, can be asked under{' '}
        <InlineLink href={hostPath(analysis.hostId, 'options', analysis.id)}>Options</InlineLink>.
      </p>
    )
  }
  if (!recommendation && !objectives?.length) {
    return <p className="text-ink-soft">No weights were searched for on this evidence.</p>
  }
  return (
    <>
      {recommendation ? (
        <RecommendationSection
          recommendation={recommendation}
          domain0={result.domain0}
          grade={result.evidence.grade}
        />
      ) : null}
      {objectives?.length ? <ObjectivesCard objectives={objectives} result={result} /> : null}
      {result.asPrinted?.totalDelay &&
      objectives?.some(({ objective }) => objective === 'total-delay') ? (
        <p className="text-sm text-ink-soft">
          What eq (7) by itself would choose is under{' '}
          <InlineLink href={equationsPath(analysis)}>The paper’s equations</InlineLink>.
        </p>
      ) : null}
    </>
  )
}
