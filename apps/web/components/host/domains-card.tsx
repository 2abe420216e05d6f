'use client'

import type { Host } from '@steelyard/contract'
import { formatCount, formatShare } from '@steelyard/contract/format'
import { DOMAIN_0, sharesOf } from '@steelyard/contract/plain'
import { Layers, SlidersHorizontal } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { isGuest } from '../../lib/is-guest.ts'
import { assumesDomain0, competingWeights, statedDomains } from '../../lib/stated-domains.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { DomainRow } from './domain-row.tsx'

const TargetsDialog = dynamic(() => import('./targets-dialog.tsx').then((it) => it.TargetsDialog), {
  ssr: false,
})
const GuestLogDialog = dynamic(
  () => import('../guest-log/guest-log-dialog.tsx').then((it) => it.GuestLogDialog),
  { ssr: false },
)

/** The host's current domains, with their shares and targets. */
export function DomainsCard({ host }: { host: Host }) {
  const [editing, setEditing] = useState(false)
  const [logOf, setLogOf] = useState<string | null>(null)
  const domains = statedDomains(host)
  const weights = competingWeights(host)
  const shares = sharesOf(weights)
  const loggedDomain = host.domains.find(({ id }) => id === logOf)
  const guests = host.domains.filter((domain) => isGuest(domain) && !domain.gone)
  return (
    <Card aria-labelledby="domains">
      <CardHeader
        id="domains"
        title="Guests"
        description={sourceWords(host)}
        action={
          guests.length > 0 ? (
            <>
              <Permitted needs="hosts:write">
                <Button size="small" onClick={() => setEditing(true)}>
                  Edit targets
                </Button>
              </Permitted>
              <Permitted needs="plans:write">
                <ButtonLink size="small" href={`/changes/new?host=${host.id}`}>
                  <SlidersHorizontal aria-hidden /> Plan weights by hand
                </ButtonLink>
              </Permitted>
            </>
          ) : null
        }
      />
      {host.domains.length === 0 ? (
        <EmptyState icon={Layers} title="No guests known yet">
          Connect the host, or analyse its traces: its guests will be listed here.
        </EmptyState>
      ) : (
        <div className="stacked pt-3 pb-2">
          <PlainTable caption={`Guests of ${host.name}`}>
            <thead>
              <tr>
                <HeadCell>Guest</HeadCell>
                <HeadCell numeric>Weight</HeadCell>
                <HeadCell>Share</HeadCell>
                <HeadCell numeric>Cap</HeadCell>
                <HeadCell numeric>vCPUs</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell>Target</HeadCell>
                <HeadCell>Access log</HeadCell>
              </tr>
            </thead>
            <tbody>
              {domains.map((domain) => (
                <DomainRow
                  key={domain.id}
                  domain={domain}
                  guests={guests.map(({ name }) => name)}
                  share={shares.get(domain.name) ?? null}
                  onAccessLog={() => setLogOf(domain.id)}
                />
              ))}
              {weights.length < 2 || domains.some(({ name }) => name === DOMAIN_0) ? null : (
                <tr>
                  <RowHead>{DOMAIN_0}</RowHead>
                  <Cell numeric data-label="Weight">
                    {formatCount(weights.find(({ domain }) => domain === DOMAIN_0)?.weight)}
                  </Cell>
                  <Cell data-label="Share">{formatShare(shares.get(DOMAIN_0))}</Cell>
                  <Cell colSpan={5} className="text-ink-faint">
                    {assumesDomain0(host)
                      ? 'Nothing says its weight, so Xen’s default is assumed.'
                      : 'As the recording states it.'}
                  </Cell>
                </tr>
              )}
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
