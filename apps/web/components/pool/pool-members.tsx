'use client'

import type { Pool } from '@steelyard/contract'
import { useApiMutation } from '../../lib/use-api.ts'
import { useMay } from '../../lib/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'

/** Whoever becomes coordinator is followed only if its certificate was confirmed before. */
export function PoolMembers({ pool }: { pool: Pool }) {
  return (
    <Card>
      <CardHeader
        title="Certificates"
        description="Another member that becomes coordinator is followed only if its certificate is confirmed."
      />
      <div className="stacked pt-3 pb-2">
        <PlainTable caption="Certificates of the members">
          <thead>
            <tr>
              <HeadCell>Address</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Certificate shown</HeadCell>
            </tr>
          </thead>
          <tbody>
            {pool.members.map((member) => (
              <Member key={member.address} pool={pool} member={member} />
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Card>
  )
}

function Member({
  pool,
  member: { address, offeredFingerprint: offered, pinnedFingerprint: pinned },
}: {
  pool: Pool
  member: Pool['members'][number]
}) {
  const may = useMay()
  const pin = useApiMutation('pinPoolMember', { invalidates: ['getPool'] })
  const isSame = offered !== null && offered === pinned
  return (
    <tr>
      <RowHead>{address}</RowHead>
      <Cell data-label="State">
        {isSame ? (
          <Badge tone="ok">Confirmed</Badge>
        ) : offered === null ? (
          <Badge>Does not answer</Badge>
        ) : (
          <Badge tone={pinned ? 'danger' : 'warn'}>
            {pinned ? 'Shows another one' : 'To be confirmed'}
          </Badge>
        )}
      </Cell>
      <Cell data-label="Certificate shown">
        <div className="space-y-2">
          <code className="font-mono text-xs break-all">{offered ?? '–'}</code>
          {offered && !isSame && may('hosts:write') ? (
            <div>
              <ConfirmButton
                size="small"
                label="Confirm"
                aria-label={`Confirm the certificate of ${address}`}
                title={`Confirm the certificate of ${address}?`}
                confirmLabel="It is the same there"
                action={pin}
                onConfirm={(close) =>
                  pin.mutate(
                    { params: { id: pool.id }, body: { address, fingerprint: offered } },
                    { onSuccess: close },
                  )
                }
              >
                <p>Compare it on that member first. From then on it may receive the password.</p>
                <code className="font-mono text-xs break-all">{offered}</code>
              </ConfirmButton>
            </div>
          ) : null}
        </div>
      </Cell>
    </tr>
  )
}
