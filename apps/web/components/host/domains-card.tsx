'use client'

import type { Domain, Host } from '@steelyard/contract'
import { Layers, SlidersHorizontal } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import {
  formatCount,
  formatRelative,
  formatShare,
  formatTargetMs,
  formatTargetRate,
} from '../../lib/format.ts'
import { Permitted } from '../access/permitted.tsx'
import { ShareBar } from '../charts/share-bar.tsx'
import { formatCap } from '../plan/format-cap.ts'
import { liveShares } from '../plan/live-shares.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { domainStateWords } from './domain-state.ts'
import { TargetsDialog } from './targets-dialog.tsx'

/** The domains as they are now, with their shares and SLA targets. */
export function DomainsCard({ host }: { host: Host }) {
  const [editing, setEditing] = useState(false)
  const shares = sharesOf(host)
  const guests = host.domains.filter((domain) => domain.name !== 'Domain-0' && !domain.gone)
  return (
    <Card aria-labelledby="domains">
      <CardHeader
        id="domains"
        title="Domains"
        description={host.inventoryAt ? `As read ${formatRelative(host.inventoryAt)}.` : undefined}
        action={
          guests.length > 0 ? (
            <>
              <Permitted needs="hosts:write">
                <Button size="small" onClick={() => setEditing(true)}>
                  Edit SLA targets
                </Button>
              </Permitted>
              <Permitted needs="plans:write">
                <Button size="small" asChild>
                  <Link href={`/plans/new?host=${host.id}`}>
                    <SlidersHorizontal aria-hidden /> Set weights by hand
                  </Link>
                </Button>
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
        <div className="pt-3 pb-2">
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
              </tr>
            </thead>
            <tbody>
              {host.domains.map((domain) => (
                <DomainRow
                  key={domain.id}
                  domain={domain}
                  share={shares.get(domain.name) ?? null}
                />
              ))}
            </tbody>
          </PlainTable>
        </div>
      )}
      <TargetsDialog host={host} guests={guests} open={editing} onOpenChange={setEditing} />
    </Card>
  )
}

function DomainRow({ domain, share }: { domain: Domain; share: number | null }) {
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead>
        <span className="[overflow-wrap:anywhere]">{domain.name}</span>
        {domain.xenId === null ? null : (
          <span className="block text-xs font-normal text-ink-faint">id {domain.xenId}</span>
        )}
      </RowHead>
      <Cell numeric>{formatCount(domain.weight)}</Cell>
      <Cell>
        {share === null ? (
          <span className="text-ink-faint">–</span>
        ) : (
          <div className="flex min-w-36 items-center gap-3">
            <div className="flex-1">
              <ShareBar label={domain.name} share={share} />
            </div>
            <span className="w-11 shrink-0 text-right tabular">{formatShare(share)}</span>
          </div>
        )}
      </Cell>
      <Cell numeric>{formatCap(domain.cap)}</Cell>
      <Cell numeric>{formatCount(domain.vcpus)}</Cell>
      <Cell>{domainStateWords(domain)}</Cell>
      <Cell className="whitespace-nowrap">{targetWords(domain)}</Cell>
    </tr>
  )
}

/** Gone domains compete no more. */
function sharesOf(host: Host): Map<string, number> {
  return liveShares(
    host.domains.flatMap(({ name, cpupool, weight, gone }) =>
      weight === null || gone ? [] : [{ domain: name, cpupool, weight }],
    ),
  )
}

function targetWords({ name, target }: Domain): string {
  if (name === 'Domain-0') return '–'
  const parts = [
    target.responseTimeMs === null ? null : formatTargetMs(target.responseTimeMs),
    target.throughputPerSecond === null ? null : formatTargetRate(target.throughputPerSecond),
  ]
  return parts.filter(Boolean).join(', ') || 'none'
}
