import type { Job, Plan } from '@steelyard/contract'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { FoldingCard } from '../ui/folding-card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { CommandList } from './command-list.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { PlanAgain } from './plan-again.tsx'
import { PlanActions, PlanSafety } from './plan-decision.tsx'
import { PlanDiff, sharesWords } from './plan-diff.tsx'
import { PlanLead } from './plan-lead.tsx'
import { PoolDiff } from './pool-diff.tsx'
import { isByHand, RunYourself } from './run-yourself.tsx'

/** The plan itself: what it says, the diff, the commands, and what is safe about it. */
export function PlanBody({ plan, job }: { plan: Plan; job?: Job }) {
  if (plan.state === 'draft') return <Preparing job={job} />
  const byHand = isByHand(plan)
  const decides = plan.state === 'planned' && !byHand
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
      {plan.changes.length > 0 || decides ? (
        <PlanLead plan={plan} action={decides ? <PlanActions plan={plan} /> : null} />
      ) : null}
      {endedUndone(plan) ? <PlanAgain plan={plan} /> : null}
      {byHand || plan.state === 'verified' ? <OutcomeCard plan={plan} /> : null}
      {plan.changes.length > 0 ? (
        <Card aria-labelledby="diff" className="@container pb-2">
          <CardHeader id="diff" title="What changes" description={sharesWords(plan)} />
          <div className="pt-3">
            {plan.cpupools.length > 0 ? <PoolDiff pools={plan.cpupools} /> : null}
            <PlanDiff plan={plan} />
          </div>
        </Card>
      ) : null}
      {byHand ? <RunYourself plan={plan} /> : null}
      {byHand ? null : (
        <div className="grid items-start gap-6 empty:hidden xl:auto-cols-fr xl:grid-flow-col">
          {plan.commands.length > 0 ? (
            <FoldingCard
              id="commands"
              title="Commands"
              description="Exactly these, in this order; each value is read back afterwards."
              // The steps of an application name them too.
              folded={plan.applicationIds.length > 0}
            >
              <CardBody className="pt-0 sm:pt-0">
                <CommandList plan={plan} />
              </CardBody>
            </FoldingCard>
          ) : null}
          <PlanSafety plan={plan} />
        </div>
      )}
    </>
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
