import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { ReasonList } from '../../analysis/verdict/reason-list.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { GradeBadge } from '../../ui/grade-badge.tsx'
import { Term } from '../../ui/term.tsx'
import { LackLinks } from './lack-links.tsx'

/** The grade of the evidence with its reasons, how to raise it, and the quality of the data. */
export function GradeCard({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { evidence, predictor, reasons, dataQuality } = result
  return (
    <>
      <Card aria-labelledby="grade">
        <CardHeader
          id="grade"
          title={<Term of="evidence">How good the evidence is</Term>}
          action={<GradeBadge grade={evidence.grade} />}
        />
        <CardBody className="space-y-4">
          {evidence.lacks.length > 0 ? (
            <ul className="list-disc space-y-1 pl-5 text-sm">
              {evidence.lacks.map((lack) => (
                <li key={lack.code}>
                  {lack.text}
                  <LackLinks lack={lack} analysis={analysis} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-sm text-ink-soft">All inputs are present.</p>
          )}
          {evidence.remedy ? (
            <Alert>
              <p>{evidence.remedy}</p>
            </Alert>
          ) : null}
          <p className="text-sm text-ink-soft">{predictor.statement}</p>
          {predictor.dissent ? (
            <p className="text-sm text-ink-soft">{predictor.dissent.text}</p>
          ) : null}
        </CardBody>
      </Card>
      {reasons.length > 0 ? (
        <Card aria-labelledby="reasons">
          <CardHeader id="reasons" title="What the verdict follows from" />
          <CardBody>
            <ReasonList reasons={reasons} />
          </CardBody>
        </Card>
      ) : null}
      <Card aria-labelledby="quality">
        <CardHeader id="quality" title="Data quality" />
        <CardBody>
          {dataQuality.length > 0 ? (
            <ReasonList reasons={dataQuality} />
          ) : (
            <p className="text-sm text-ink-soft">No remarks.</p>
          )}
        </CardBody>
      </Card>
    </>
  )
}
