import type { AnalysisResult } from '@steelyard/contract'
import { ReasonList } from '../analysis/verdict/reason-list.tsx'
import { GradeBadge } from '../ui/grade-badge.tsx'
import { ReportPart } from './report-part.tsx'

/** How good the evidence is, what it lacks, what would raise it, and what limits the figures. */
export function ReportEvidence({ result: { evidence, dataQuality } }: { result: AnalysisResult }) {
  return (
    <ReportPart title="Evidence">
      <GradeBadge grade={evidence.grade} />
      {evidence.lacks.length > 0 ? (
        <ul className="list-disc space-y-1 pl-5">
          {evidence.lacks.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      ) : (
        <p>All inputs are present.</p>
      )}
      {evidence.remedy ? <p className="font-medium">{evidence.remedy}</p> : null}
      {dataQuality.length > 0 ? <ReasonList reasons={dataQuality} /> : null}
    </ReportPart>
  )
}
