'use client'

import type { Pool, WeightPlan, WeightPlanState } from '@steelyard/contract'
import { formatMoment } from '../../lib/format/dates.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { hasEnded, useJob } from '../../lib/use-job.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { PlanWeight } from './plan-weight.tsx'
import { SomebodyElse, StartPlan } from './start-plan.tsx'

/** Where XAPI does not answer, an agent asks it again once a minute. */
const ANEW_EVERY_MS = 15_000

const STATES: Record<WeightPlanState, [label: string, tone: Tone]> = {
  checking: ['Asking XAPI', 'neutral'],
  refused: ['Not stored', 'warn'],
  planned: ['Planned', 'accent'],
  storing: ['Storing', 'accent'],
  stored: ['Stored', 'ok'],
  restoring: ['Rolling back', 'accent'],
  restored: ['Rolled back', 'neutral'],
  overruled: ['Overruled', 'warn'],
}

const isUnderWay = ({ state }: WeightPlan) =>
  state === 'checking' || state === 'storing' || state === 'restoring'

/** Weights that XAPI stores for later: planned, stored by a person, read back and rolled back. */
export function PoolWeights({
  id,
  found,
  onStored,
}: {
  id: string
  found: NonNullable<Pool['found']>
  onStored: () => void
}) {
  const { data, error, refetch } = useApi(
    'listWeightPlans',
    { params: { id }, query: { limit: 10 } },
    { refetchInterval: (page) => (page?.data.some(isUnderWay) ? ANEW_EVERY_MS : false) },
  )
  function onEnd() {
    void refetch()
    onStored()
  }
  return (
    <Card>
      <CardHeader
        title="Stored weights"
        description="XAPI gives them to Xen at a guest’s next start, resume or migration. Where a host is connected over SSH, make a plan on that host: it does both."
      />
      <CardBody className="space-y-6">
        <Permitted needs="plans:write" doing="planning weights">
          <PlanWeight poolId={id} found={found} />
        </Permitted>
        <ProblemAlert error={error} />
        {data && data.data.length > 0 ? (
          <ul aria-label="Plans to store weights" className="divide-y divide-line">
            {data.data.map((plan) => (
              <li key={plan.id} className="space-y-3 py-4">
                <Plan plan={plan} onEnd={onEnd} />
              </li>
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  )
}

function Plan({ plan, onEnd }: { plan: WeightPlan; onEnd: () => void }) {
  const { guest, before, after, outcome, trouble, commands, notes } = plan
  const [label, tone] = STATES[plan.state]
  const { job } = useJob(isUnderWay(plan) ? plan.jobId : null, onEnd)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{guest.name}</strong>
        {before && after ? (
          <span>
            from {before} to {after}
          </span>
        ) : null}
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-ink-soft">
          {formatMoment(plan.endedAt ?? plan.startedAt ?? plan.createdAt)}, by{' '}
          {plan.undoneBy ?? plan.startedBy ?? plan.createdBy}
        </span>
      </div>
      {outcome ? <p>{outcome}</p> : null}
      <TroubleAlert trouble={trouble} />
      {job && !hasEnded(job) ? <JobProgress job={job} /> : null}
      {job?.state === 'failed' ? (
        <p>What XAPI stores now is not known. It is asked again.</p>
      ) : null}
      {plan.state === 'planned' ? (
        <>
          <CodeBlock
            text={commands.join('\n')}
            label={`The same for ${guest.name} as commands`}
            wrap
          />
          <ul className="list-disc space-y-1 pl-5 text-sm">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          {plan.secondPerson === 'you' ? <SomebodyElse /> : <Store plan={plan} />}
        </>
      ) : null}
      {plan.state === 'stored' ? <RollBack plan={plan} /> : null}
    </>
  )
}

function Store({ plan: { id: planId, poolId: id, guest, after } }: { plan: WeightPlan }) {
  const start = useApiMutation('storePlannedWeight', { invalidates: ['listWeightPlans'] })
  return (
    <StartPlan
      label={`Store for ${guest.name}`}
      look="primary"
      doing="storing weights"
      title={`Store ${after} for ${guest.name}?`}
      confirmLabel="Store now"
      start={start}
      onConfirm={(body, onStarted) => start.mutate({ params: { id, planId }, body }, onStarted)}
    >
      <p>
        XAPI stores it and is asked afterwards. {guest.name} runs on with the weight that it has.
      </p>
    </StartPlan>
  )
}

function RollBack({ plan: { id: planId, poolId: id, guest, before } }: { plan: WeightPlan }) {
  const start = useApiMutation('rollBackStoredWeight', { invalidates: ['listWeightPlans'] })
  return (
    <StartPlan
      label="Roll back"
      doing="rolling weights back"
      title={`Store ${before} for ${guest.name} again?`}
      confirmLabel="Roll back now"
      start={start}
      onConfirm={(body, onStarted) => start.mutate({ params: { id, planId }, body }, onStarted)}
    >
      <p>This is what XAPI stored before. Where somebody else stored something since, it stays.</p>
    </StartPlan>
  )
}
