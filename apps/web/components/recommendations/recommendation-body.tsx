'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { formatUncertainPercent } from '@steelyard/contract/format'
import Link from 'next/link'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { whoPays } from '../plan/approval/who-pays.ts'
import { ChangesTable } from './changes-table.tsx'
import { DecideRecommendation } from './decide-recommendation.tsx'
import { ExpiryCountdown } from './expiry-countdown.tsx'
import { HotspotPicture } from './hotspot-picture.tsx'
import { OutcomeSection } from './outcome-section.tsx'
import { ReliefSection } from './relief-section.tsx'
import { RollBackRecommendation } from './roll-back-recommendation.tsx'

/** Why something is recommended, what changes and who pays, the decision, and what came of it. */
export function RecommendationBody({ recommendation }: { recommendation: HostRecommendation }) {
  const { hotspot, changes, outcome, relief } = recommendation
  return (
    <div className="space-y-5 pb-5">
      <div className="space-y-3 px-4 sm:px-6">
        <Standing recommendation={recommendation} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <DecideRecommendation recommendation={recommendation} />
          {recommendation.canDecide ? (
            <ExpiryCountdown expiresAt={recommendation.expiresAt} />
          ) : null}
          <RollBackRecommendation recommendation={recommendation} />
        </div>
      </div>
      {outcome ? <OutcomeSection outcome={outcome} /> : null}
      {relief ? <ReliefSection relief={relief} recommendation={recommendation} /> : null}
      {changes.length > 0 ? (
        <div className="space-y-2">
          <div className="px-4 text-sm text-ink-soft sm:px-6">
            <p>{whoPays({ changes })}</p>
            <Gain recommendation={recommendation} />
          </div>
          <ChangesTable recommendation={recommendation} />
        </div>
      ) : null}
      {hotspot ? (
        <section aria-label="Why" className="space-y-2 px-4 sm:px-6">
          <p className="max-w-prose text-sm text-ink-soft">{hotspot.statement}</p>
          <div className="max-w-2xl">
            <HotspotPicture hotspot={hotspot} />
          </div>
        </section>
      ) : null}
      <Links recommendation={recommendation} />
    </div>
  )
}

function Standing({
  recommendation: { reason, decision, dryRun, outcome, relief },
}: {
  recommendation: HostRecommendation
}) {
  return (
    <div className="max-w-prose text-sm text-ink-soft">
      {/* The outcome and the evidence below say the same. */}
      {reason === outcome?.statement || reason === relief?.statement ? null : <p>{reason}</p>}
      {decision ? (
        <p className="text-ink-faint">
          {decision.by} {decision.decision} it on {formatDateTime(decision.at)}.
        </p>
      ) : null}
      {dryRun ? <p>The dry run of the policy is on: nothing is changed.</p> : null}
    </div>
  )
}

function Gain({
  recommendation: { gain, gainUncertainty, relief },
}: {
  recommendation: HostRecommendation
}) {
  // What a relief gains is said where its evidence is.
  if (gain === null || relief) return null
  return (
    <p>
      The objective is predicted to improve by{' '}
      <strong className="font-semibold text-ink tabular">
        {formatUncertainPercent(gain, gainUncertainty)}
      </strong>
      .
    </p>
  )
}

/** Where each part of it can be read in full. */
function Links({
  recommendation: { hostId, analysisId, planId, supersededById },
}: {
  recommendation: HostRecommendation
}) {
  const links = [
    ...(analysisId ? [{ href: hostPath(hostId, '', analysisId), words: 'Its analysis' }] : []),
    ...(planId ? [{ href: `/changes/${planId}`, words: 'Its plan and application' }] : []),
    ...(supersededById
      ? [{ href: `/recommendations/${supersededById}`, words: 'The one that superseded it' }]
      : []),
  ]
  if (links.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 px-4 text-sm sm:px-6">
      {links.map(({ href, words }) => (
        <Link
          key={href}
          href={href}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {words}
        </Link>
      ))}
    </p>
  )
}
