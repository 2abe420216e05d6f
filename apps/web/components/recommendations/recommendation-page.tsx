'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { hasStatus } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { HostTagsContext } from '../../lib/use-session.ts'
import { GuestsContext } from '../charts/palette.ts'
import { JournalCard } from '../journal/journal-card.tsx'
import { Card } from '../ui/card.tsx'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pending } from '../ui/pending.tsx'
import { RecommendationBody } from './recommendation-body.tsx'
import { RecommendationStateBadge } from './recommendation-state-badge.tsx'
import { headlineOf } from './recommendation-words.ts'

const REFRESH_MS = 10_000

/** One recommendation at an address of its own, for notifications and the journal. */
export function RecommendationPage({ id }: { id: string }) {
  const query = useApi(
    'getRecommendation',
    { params: { id } },
    { refetchInterval: (known) => (known?.closedAt ? false : REFRESH_MS) },
  )
  if (query.data) return <Known recommendation={query.data} />
  if (hasStatus(query.error, 404)) {
    return (
      <NoSuch
        what="recommendation"
        why="It may have been deleted together with its host."
        list={{ href: '/changes/recommendations', label: 'All recommendations' }}
      />
    )
  }
  return (
    <>
      <PageHeader title="Recommendation" />
      <Pending query={query} lines={6} label="Loading the recommendation" />
    </>
  )
}

function Known({ recommendation }: { recommendation: HostRecommendation }) {
  const { hostId, hostName, state, createdAt, closedAt } = recommendation
  const host = useApi('getHost', { params: { id: hostId } })
  return (
    <HostTagsContext value={host.data?.tags ?? null}>
      <PageHeader
        back={{ href: hostPath(hostId), label: hostName }}
        title={headlineOf(recommendation)}
        badge={<RecommendationStateBadge state={state} />}
        description={
          <>
            Recommended for {hostName} on {formatDateTime(createdAt)}
            {closedAt ? `, closed on ${formatDateTime(closedAt)}` : ''}
          </>
        }
      />
      <div className="space-y-6">
        <Card aria-label="Recommendation" className="pt-5">
          <GuestsContext value={host.data?.domains.map(({ name }) => name) ?? []}>
            <RecommendationBody recommendation={recommendation} />
          </GuestsContext>
        </Card>
        <JournalCard recommendationId={recommendation.id} />
      </div>
    </HostTagsContext>
  )
}
