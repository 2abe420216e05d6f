'use client'

import type { Host } from '@steelyard/contract'
import { Layers, SlidersHorizontal } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { isGuest } from '../../lib/is-guest.ts'
import { competingWeights, statedDomains } from '../../lib/stated-domains.ts'
import { liveShares } from '../plan/hand-set/live-shares.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { HeadCell, PlainTable } from '../ui/plain-table.tsx'
import { DomainRow } from './domain-row.tsx'

const TargetsDialog = dynamic(() => import('./targets-dialog.tsx').then((it) => it.TargetsDialog), {
  ssr: false,
})
const GuestLogDialog = dynamic(
  () => import('../guest-log/guest-log-dialog.tsx').then((it) => it.GuestLogDialog),
  { ssr: false },
)

/** The host's current domains, with their shares and SLA targets. */
export function DomainsCard({ host }: { host: Host }) {
  const [editing, setEditing] = useState(false)
  const [logOf, setLogOf] = useState<string | null>(null)
  const domains = statedDomains(host)
  const shares = liveShares(competingWeights(host))
  const loggedDomain = host.domains.find(({ id }) => id === logOf)
  const guests = host.domains.filter((domain) => isGuest(domain) && !domain.gone)
  return (
    <Card aria-labelledby="domains">
      <CardHeader
        id="domains"
        title="Domains"
        description={sourceWords(host)}
        action={
          guests.length > 0 ? (
            <>
              <Permitted needs="hosts:write">
                <Button size="small" onClick={() => setEditing(true)}>
                  Edit SLA targets
                </Button>
              </Permitted>
              <Permitted needs="plans:write">
                <ButtonLink size="small" href={`/changes/new?host=${host.id}`}>
                  <SlidersHorizontal aria-hidden /> Set weights by hand
                </ButtonLink>
              </Permitted>
            </>
          ) : null
        }
      />
      {host.domains.length === 0 ? (
        <EmptyState icon={Layers} title="No domains known yet">
          Connect the host, or analyse its traces: its domains will be listed here.
        </EmptyState>
      ) : (
        <div className="stacked pt-3 pb-2">
          <PlainTable caption={`Domains of ${host.name}`}>
            <thead>
              <tr>
                <HeadCell>Domain</HeadCell>
                <HeadCell numeric>Weight</HeadCell>
                <HeadCell>Share</HeadCell>
                <HeadCell numeric>Cap</HeadCell>
                <HeadCell numeric>vCPUs</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell>SLA target</HeadCell>
                <HeadCell>Access log</HeadCell>
              </tr>
            </thead>
            <tbody>
              {domains.map((domain) => (
                <DomainRow
                  key={domain.id}
                  domain={domain}
                  share={shares.get(domain.name) ?? null}
                  onAccessLog={() => setLogOf(domain.id)}
                />
              ))}
            </tbody>
          </PlainTable>
        </div>
      )}
      {editing ? (
        <TargetsDialog host={host} guests={guests} onClose={() => setEditing(false)} />
      ) : null}
      {loggedDomain ? (
        <GuestLogDialog host={host} domain={loggedDomain} onClose={() => setLogOf(null)} />
      ) : null}
    </Card>
  )
}

function sourceWords({ inventoryAt, recordedFacts }: Host): string | undefined {
  if (inventoryAt) return `As read ${formatRelative(inventoryAt)}.`
  if (!recordedFacts) return undefined
  return `Weights, caps and vCPUs as stated in “${recordedFacts.uploadName}”, ${formatDateTime(recordedFacts.at)}.`
}
