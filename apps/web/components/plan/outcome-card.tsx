'use client'

import type { EvidenceGrade, Plan, PlanOutcome } from '@steelyard/contract'
import { type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import { measuredVerdict } from '@steelyard/contract/plain'
import { changedQuery } from '../../lib/changed-query.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath, settingsPath } from '../../lib/host-paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { PredictedTime } from '../ui/predicted-time.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Term } from '../ui/term.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'

/** What came of a plan whose values are in force: predicted beside measured, or what to record. */
export function OutcomeCard({ plan }: { plan: Plan }) {
  const { data, error, refetch } = useApi('getPlanOutcome', { params: { id: plan.id } })
  if (error) {
    return (
      <ProblemAlert
        error={error}
        title="The outcome could not be loaded"
        onRetry={() => refetch()}
      />
    )
  }
  if (!data?.since) return null
  return (
    <Card aria-labelledby="outcome">
      <CardHeader
        id="outcome"
        title="What came of it"
        description={data.statement}
        action={<NextStep plan={plan} outcome={data} />}
      />
      {data.recording && data.domains.length > 0 ? (
        <div className="stacked pt-3 pb-2">
          <OutcomeTable outcome={data} />
        </div>
      ) : null}
      <CardBody className="pt-2 text-sm text-ink-soft sm:pt-2">
        {data.recording
          ? `Measured in “${data.recording.name}”, from ${formatDateTime(data.recording.recordedFrom)}. Another load gives other times: compare the recordings before you judge.`
          : 'Record the host again under a similar load. Then predicted and measured times stand side by side here.'}
      </CardBody>
    </Card>
  )
}

/** Without a later recording the next step is to make one; with one, to look closer. */
function NextStep({ plan, outcome }: { plan: Plan; outcome: PlanOutcome }) {
  const { hostId, analysisId, applicationIds } = plan
  if (!outcome.recording) {
    const isApplied = applicationIds.length > 0
    return (
      // Until the operator has run the commands, connecting the host comes first.
      <ButtonLink
        look={isApplied ? 'primary' : undefined}
        href={isApplied ? settingsPath(hostId, 'watch') : `/recordings/new?host=${hostId}`}
      >
        Record again
      </ButtonLink>
    )
  }
  if (!analysisId) return null
  const compare = `${analysisId},${outcome.recording.analysisId}`
  return (
    <ButtonLink href={hostPath(hostId, 'history') + changedQuery('', { compare })}>
      Compare the recordings
    </ButtonLink>
  )
}

function OutcomeTable({ outcome }: { outcome: PlanOutcome }) {
  const grade = outcome.recording?.grade ?? null
  const times = oneUnitFor(
    outcome.domains.flatMap(({ predicted, measuredMs, targetMs }) => [
      predicted?.highMs,
      measuredMs,
      targetMs,
    ]),
  )
  return (
    <PlainTable caption="Predicted and measured times of each guest">
      <thead>
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell numeric>Target, {times.unit}</HeadCell>
          <HeadCell numeric>
            Predicted, <Term of="interval">90 %</Term>, {times.unit}
          </HeadCell>
          <HeadCell numeric>Measured, {times.unit}</HeadCell>
          <HeadCell>As predicted</HeadCell>
        </tr>
      </thead>
      <tbody>
        {outcome.domains.map((each) => (
          <OutcomeRow key={each.domain} domain={each} times={times} grade={grade} />
        ))}
      </tbody>
    </PlainTable>
  )
}

function OutcomeRow({
  domain: { domain, predicted, measuredMs, targetMs, meetsTarget, asPredicted },
  times,
  grade,
}: {
  domain: PlanOutcome['domains'][number]
  times: OneUnit
  grade: EvidenceGrade | null
}) {
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead>{domain}</RowHead>
      <Cell numeric data-label={`Target, ${times.unit}`}>
        {times.target(targetMs)}
      </Cell>
      <Cell numeric data-label={`Predicted, ${times.unit}`}>
        <PredictedTime prediction={predicted} times={times} />
      </Cell>
      <Cell numeric data-label={`Measured, ${times.unit}`}>
        {times.measured(measuredMs)} <VerdictMark verdict={measuredVerdict(meetsTarget, grade)} />
      </Cell>
      <Cell data-label="As predicted">
        {asPredicted === null ? 'not measured' : asPredicted ? 'yes' : 'no'}
      </Cell>
    </tr>
  )
}
