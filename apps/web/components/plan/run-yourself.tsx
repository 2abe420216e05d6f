import type { Plan } from '@steelyard/contract'
import { Plug } from 'lucide-react'
import { settingsPath } from '../../lib/host-paths.ts'
import { ReasonList } from '../analysis/verdict/reason-list.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { CommandList } from './command-list.tsx'
import { PlanAgain } from './plan-again.tsx'

/** Whether Steelyard cannot reach the host, so that the operator runs the commands. */
export function isByHand({ state, reasons }: Plan): boolean {
  return state === 'planned' && reasons.some(({ code }) => code === 'not-connected')
}

/** A plan for a host that is not connected: the commands, and how to let Steelyard apply them. */
export function RunYourself({ plan }: { plan: Plan }) {
  return (
    <Card aria-labelledby="by-hand">
      <CardHeader
        id="by-hand"
        title="Commands to run yourself"
        action={
          <ButtonLink look="primary" href={settingsPath(plan.hostId, 'host')}>
            <Plug aria-hidden /> Connect this host
          </ButtonLink>
        }
      />
      <CardBody className="space-y-4">
        <ReasonList reasons={plan.reasons} />
        {plan.commands.length > 0 ? <CommandList plan={plan} /> : null}
        {plan.persistence ? <p className="text-sm text-ink-soft">{plan.persistence}</p> : null}
        <PlanAgain plan={plan} />
      </CardBody>
    </Card>
  )
}
