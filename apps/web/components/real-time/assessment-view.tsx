import type { RealTimeAssessment, RealTimeSet } from '@steelyard/contract'
import {
  formatChosenPercent,
  formatCounted,
  formatList,
  formatPercent,
} from '@steelyard/contract/format'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { PCpuBar } from './p-cpu-bar.tsx'
import { reservationLines } from './reservation-lines.ts'

/** Shows the verdict first, then each pCPU, then the commands for Xen. */
export function AssessmentView({
  assessment,
  others,
}: {
  assessment: RealTimeAssessment
  others: RealTimeSet['others']
}) {
  const { schedulable, statement, utilisation, globalEdf, remarks, hindrance, poolPCpus } =
    assessment
  return (
    <>
      <Card aria-labelledby="real-time-verdict">
        <CardBody className="space-y-3">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id="real-time-verdict" className="text-sm font-medium text-ink-faint">
              Verdict
            </h2>
            {schedulable ? (
              <Badge tone="ok" icon={CircleCheck}>
                fits
              </Badge>
            ) : (
              <Badge tone="danger" icon={TriangleAlert}>
                does not fit
              </Badge>
            )}
          </div>
          <p className="text-lg font-semibold text-balance" role="status">
            {statement}
          </p>
          {hindrance && hindrance !== statement ? <p>{hindrance}</p> : null}
          <p className="text-sm text-ink-soft">
            Together {formatPercent(utilisation)} of one pCPU. Without pins, global EDF guarantees
            every deadline up to {formatPercent(globalEdf.bound)}:{' '}
            {globalEdf.guaranteed ? 'guaranteed here.' : 'no guarantee here.'}
          </p>
          {remarks.length > 0 ? (
            <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
              {remarks.map((remark) => (
                <li key={remark}>{remark}</li>
              ))}
            </ul>
          ) : null}
        </CardBody>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card aria-labelledby="left">
          <CardHeader
            id="left"
            title="What is left, pCPU by pCPU"
            description="Coloured: what real-time guests need. Caps divide the rest."
          />
          <CardBody>
            <ul className="space-y-4">
              {assessment.pCpus.map((each) => (
                <li key={each.pCpu} className="space-y-1.5">
                  <div className="flex flex-wrap justify-between gap-x-4 text-sm">
                    <span className="font-medium">pCPU {each.pCpu}</span>
                    <span className="text-ink-soft tabular">
                      {formatPercent(each.utilisation)} real-time
                    </span>
                  </div>
                  <PCpuBar utilisation={each.utilisation} fits={each.fits} pCpu={each.pCpu} />
                  <p className="text-sm text-ink-soft">
                    {each.realTime.length > 0 ? formatList(each.realTime) : 'no real-time guest'}
                    {capWords(assessment, each.pCpu)}
                  </p>
                </li>
              ))}
            </ul>
            {others.length === 0 ? (
              <p className="mt-4 text-sm text-ink-faint">There are no other guests to cap.</p>
            ) : null}
          </CardBody>
        </Card>
        <Card aria-labelledby="reservations">
          <CardHeader
            id="reservations"
            title={poolPCpus ? 'In a cpupool under RTDS' : 'Under RTDS'}
            description={`The modern equivalent: a budget in every period, enforced by Xen itself. ${
              poolPCpus
                ? `For a cpupool of ${formatCounted(poolPCpus.length, 'pCPU')}.`
                : 'For a host entirely under RTDS, with each guest pinned to the pCPU on the left.'
            }`}
          />
          <CardBody>
            <CodeBlock label="RTDS reservations" text={reservationLines(assessment)} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}

function capWords({ caps }: RealTimeAssessment, pCpu: number): string {
  const here = (caps ?? []).flatMap(({ domain, parts }) =>
    parts.filter((part) => part.pCpu === pCpu).map(({ percent }) => ({ domain, percent })),
  )
  if (here.length === 0) return ''
  return `; capped ${formatList(here.map(({ domain, percent }) => `${domain} ${formatChosenPercent(percent)}`))}`
}
