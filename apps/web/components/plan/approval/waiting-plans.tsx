'use client'

import type { Plan, User } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { mayOn } from '@steelyard/contract/plain'
import Link from 'next/link'
import { formatRelative } from '../../../lib/format/dates.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'

const REFRESH_MS = 30_000

/** Plans that the signed-in person can approve or reject now; nothing where there is none. */
export function WaitingPlans() {
  const user = useSession()
  const { data } = useApi(
    'listPlans',
    { query: { open: 'true', limit: 100 } },
    { refetchInterval: REFRESH_MS, enabled: user.permissions.includes('plans:approve') },
  )
  const waiting = waitingFor(user, data?.data ?? [])
  if (waiting.length === 0) return null
  return (
    <Card aria-labelledby="waiting">
      <CardHeader
        id="waiting"
        title={`${formatCounted(waiting.length, 'plan')} ${waiting.length === 1 ? 'waits' : 'wait'} for you`}
        description="Made by someone else, who needs your agreement."
      />
      <CardBody>
        <ul className="space-y-2">
          {waiting.map((plan) => (
            <li key={plan.id} className="flex flex-wrap justify-between gap-x-4">
              <Link
                className="font-medium text-accent underline-offset-4 hover:underline"
                href={`/changes/${plan.id}`}
              >
                {formatCounted(plan.changes.filter(({ changed }) => changed).length, 'guest')} on{' '}
                {plan.hostName}
              </Link>
              <span className="text-sm text-ink-faint">
                made {formatRelative(plan.createdAt)}
                {plan.madeBy ? ` by ${plan.madeBy}` : ''}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

export function waitingFor({ id, grants }: User, plans: readonly Plan[]): Plan[] {
  return plans.filter(
    ({ approval, hostTags, expiresAt }) =>
      approval?.state === 'waiting' &&
      !approval.makerIds.includes(id) &&
      mayOn(grants, 'plans:approve', hostTags) &&
      expiresAt !== null &&
      Date.parse(expiresAt) > Date.now(),
  )
}
