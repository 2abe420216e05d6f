import type { Job, Plan } from '@steelyard/contract'
import { formatStatistic } from '@steelyard/contract/format'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { CommandList } from './command-list.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { PlanAgain } from './plan-again.tsx'
import { PlanDecision } from './plan-decision.tsx'
import { PlanDiff, sharesWords } from './plan-diff.tsx'
import { PoolDiff } from './pool-diff.tsx'
import { isByHand, RunYourself } from './run-yourself.tsx'

/** The plan itself: whether it can be applied, the diff, and the commands. */
export function PlanBody({ plan, job }: { plan: Plan; job?: Job }) {
  if (plan.state === 'draft') return <Preparing job={job} />
  const byHand = isByHand(plan)
  return (
    <>
      {plan.trouble && plan.applicationIds.length === 0 ? (
        <div className="space-y-4">
          <TroubleAlert
            trouble={plan.trouble}
            title={plan.plannedAt ? undefined : 'The plan could not be made'}
          />
          <PlanAgain plan={plan} />
        </div>
      ) : null}
      {byHand ? <RunYourself plan={plan} /> : null}
      {plan.state === 'planned' && !byHand ? <PlanDecision plan={plan} /> : null}
      {endedUndone(plan) ? <PlanAgain plan={plan} /> : null}
      {plan.changes.length > 0 ? (
        <Card aria-labelledby="diff">
          <CardHeader id="diff" title="What changes" description={sharesWords(plan)} />
          <Predictions plan={plan} />
          <div className="pt-3 pb-2">
            {plan.cpupools.length > 0 ? <PoolDiff pools={plan.cpupools} /> : null}
            <PlanDiff plan={plan} />
          </div>
        </Card>
      ) : null}
      {byHand || plan.state === 'verified' ? <OutcomeCard plan={plan} /> : null}
      {plan.commands.length > 0 && !byHand ? (
        <Card aria-labelledby="commands">
          <CardHeader
            id="commands"
            title="Commands"
            description="Exactly these, in this order; each value is read back afterwards."
          />
          <CardBody className="space-y-4">
            <CommandList plan={plan} />
            {/* Once the plan is applied, the application shows these lines itself. */}
            {plan.persistence && plan.state !== 'verified' ? (
              <Alert title="What a restart would do">{plan.persistence}</Alert>
            ) : null}
          </CardBody>
        </Card>
      ) : null}
    </>
  )
}

/** What the predicted times are of, who predicts them, and whether the second model agrees. */
function Predictions({ plan: { statistic, targetWindowSeconds, statement } }: { plan: Plan }) {
  if (!statistic) return null
  return (
    <p className="px-4 pt-2 text-sm text-ink-soft sm:px-6">
      Predicted times are the {formatStatistic(statistic, targetWindowSeconds)}. {statement}
    </p>
  )
}

/** The plan was applied but is not in force, so the same values can be planned again. */
function endedUndone({ state, applicationIds }: Plan): boolean {
  return (state === 'failed' || state === 'rolled-back') && applicationIds.length > 0
}

function Preparing({ job }: { job?: Job }) {
  return (
    <Card>
      <CardHeader title="Reading the host" description="The plan is based on its current values." />
      <CardBody>
        {job ? <JobProgress job={job} /> : <SkeletonLines label="Loading the progress" />}
      </CardBody>
    </Card>
  )
}
