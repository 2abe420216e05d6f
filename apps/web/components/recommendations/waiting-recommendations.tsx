'use client'

import type { HostRecommendation, User } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { mayOn } from '@steelyard/contract/plain'
import Link from 'next/link'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApi } from '../../lib/use-api.ts'
import { useSession } from '../../lib/use-session.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { headlineOf } from './recommendation-words.ts'
import { useOpenRecommendations } from './use-open-recommendations.ts'

/** Recommendations about which the signed-in person can decide now; nothing where there is none. */
export function WaitingRecommendations() {
  const user = useSession()
  const open = useOpenRecommendations()
  const fleet = useApi('getFleet')
  const tags = new Map(fleet.data?.data.map((host) => [host.id, host.tags]))
  const waiting = decidableBy(user, open, tags)
  if (waiting.length === 0) return null
  return (
    <Card aria-labelledby="waiting-recommendations">
      <CardHeader
        id="waiting-recommendations"
        title={`${formatCounted(waiting.length, 'recommendation')} ${waiting.length === 1 ? 'waits' : 'wait'} for you`}
        description="Approve or reject before it is too late, or roll back what made things worse."
      />
      <CardBody>
        <ul className="space-y-2">
          {waiting.map((each) => (
            <li key={each.id} className="flex flex-wrap justify-between gap-x-4">
              <Link
                className="font-medium text-accent underline-offset-4 hover:underline"
                href={`/recommendations/${each.id}`}
              >
                {each.state === 'worse' ? 'Roll back?' : headlineOf(each)} on {each.hostName}
              </Link>
              <span className="text-sm text-ink-faint">
                {each.state === 'worse'
                  ? 'the change made things worse'
                  : `expires ${formatRelative(each.expiresAt)}`}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

export function decidableBy(
  { grants }: Pick<User, 'grants'>,
  open: readonly HostRecommendation[],
  tagsOfHosts: ReadonlyMap<string, readonly string[]>,
): HostRecommendation[] {
  return open.filter(({ hostId }) => mayOn(grants, 'plans:apply', tagsOfHosts.get(hostId) ?? null))
}
