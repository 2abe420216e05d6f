'use client'

import type { Pool } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { Boxes, Plus } from 'lucide-react'
import Link from 'next/link'
import { useApi } from '../../lib/use-api.ts'
import { useMay } from '../../lib/use-session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Name } from '../ui/name.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { PoolBadge } from './pool-badge.tsx'

export function PoolList() {
  const may = useMay()
  const { data, error } = useApi('listPools')
  const add = may('hosts:write') ? (
    <ButtonLink href="/pools/new">
      <Plus aria-hidden /> Add a pool
    </ButtonLink>
  ) : null
  return (
    <>
      <PageHeader
        back={{ href: '/', label: 'Fleet' }}
        title="Pools"
        description="Hosts among which guests can move: behind XAPI, or grouped here and reached over SSH."
        actions={data?.data.length ? add : null}
      />
      <ProblemAlert error={error} />
      <Card>
        {data?.data.length === 0 ? (
          <EmptyState icon={Boxes} title="No pools" action={add}>
            Add one to see which hosts and guests it has, and where each guest may run.
          </EmptyState>
        ) : (
          <div className="stacked pb-2">
            <PlainTable caption="Pools">
              <thead>
                <tr>
                  <HeadCell>Pool</HeadCell>
                  <HeadCell>Reached</HeadCell>
                  <HeadCell>State</HeadCell>
                  <HeadCell numeric>Hosts</HeadCell>
                  <HeadCell numeric>Guests</HeadCell>
                  <HeadCell numeric>Doubts</HeadCell>
                </tr>
              </thead>
              <tbody>
                {(data?.data ?? []).map((pool) => (
                  <PoolRow key={pool.id} pool={pool} />
                ))}
              </tbody>
            </PlainTable>
          </div>
        )}
      </Card>
    </>
  )
}

function PoolRow({ pool: { id, name, kind, state, found } }: { pool: Pool }) {
  const count = (items: readonly unknown[] | undefined) => (items ? formatCount(items.length) : '–')
  return (
    <tr>
      <RowHead>
        <Link href={`/pools/${id}`} className="underline-offset-4 hover:underline">
          <Name className="max-w-60">{name}</Name>
        </Link>
      </RowHead>
      <Cell data-label="Reached">{kind === 'xapi' ? 'through XAPI' : 'over SSH'}</Cell>
      <Cell data-label="State">
        <PoolBadge state={state} />
      </Cell>
      <Cell numeric data-label="Hosts">
        {count(found?.hosts)}
      </Cell>
      <Cell numeric data-label="Guests">
        {count(found?.guests)}
      </Cell>
      <Cell numeric data-label="Doubts">
        {count(found?.doubts)}
      </Cell>
    </tr>
  )
}
