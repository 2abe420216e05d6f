import type { Pool, PoolGuest, PoolHost } from '@steelyard/contract'
import { formatCount, formatList, formatMemory } from '@steelyard/contract/format'
import { Badge } from '../ui/badge.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'

type Found = NonNullable<Pool['found']>

export function PoolHosts({ pool, found }: { pool: Pool; found: Found }) {
  return (
    <Card>
      <CardHeader
        title="Hosts"
        description={pool.kind === 'xapi' ? 'As XAPI describes them.' : 'As each was read last.'}
      />
      <div className="stacked pt-3 pb-2">
        <PlainTable caption="Hosts of the pool">
          <thead>
            <tr>
              <HeadCell>Host</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell numeric>pCPUs</HeadCell>
              <HeadCell numeric>Free memory</HeadCell>
              <HeadCell numeric>Guests</HeadCell>
              <HeadCell>Version</HeadCell>
            </tr>
          </thead>
          <tbody>
            {found.hosts.map((host) => (
              <tr key={host.uuid}>
                <NameHead name={host.name} />
                <Cell data-label="State">
                  <HostState host={host} />
                </Cell>
                <Cell numeric data-label="pCPUs">
                  {host.pCpus ?? '–'}
                </Cell>
                <Cell numeric data-label="Free memory">
                  {formatMemory(host.memoryFreeBytes)} of {formatMemory(host.memoryTotalBytes)}
                </Cell>
                <Cell numeric data-label="Guests">
                  {formatCount(
                    found.guests.filter(({ hostUuid }) => hostUuid === host.uuid).length,
                  )}
                </Cell>
                <Cell data-label="Version">{host.version ?? '–'}</Cell>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Card>
  )
}

function HostState({ host: { isLive, isEnabled, isCoordinator } }: { host: PoolHost }) {
  if (!isLive) return <Badge tone="danger">Does not answer</Badge>
  if (!isEnabled) return <Badge tone="warn">Maintenance</Badge>
  return isCoordinator ? <Badge tone="accent">Coordinator</Badge> : <Badge>Ready</Badge>
}

export function PoolGuests({ pool, found }: { pool: Pool; found: Found }) {
  const isOfHosts = pool.kind === 'hosts'
  const weight = isOfHosts ? 'Weight' : 'Stored weight'
  const nameOf = (uuid: string) => found.hosts.find((host) => host.uuid === uuid)?.name ?? uuid
  const running = found.guests.filter(({ powerState }) => powerState === 'running')
  return (
    <Card>
      <CardHeader
        title="Guests that run"
        description={
          isOfHosts
            ? 'Where each could go: the memory is free there.'
            : 'Where each could go: its storage is there, the CPUs suit it, and the memory is free.'
        }
      />
      <div className="stacked pt-3 pb-2">
        <PlainTable caption="Guests that run in the pool">
          <thead>
            <tr>
              <HeadCell>Guest</HeadCell>
              <HeadCell>Host</HeadCell>
              <HeadCell numeric>vCPUs</HeadCell>
              <HeadCell numeric>{weight}</HeadCell>
              <HeadCell numeric>Memory</HeadCell>
              <HeadCell>Could go to</HeadCell>
            </tr>
          </thead>
          <tbody>
            {running.map((guest) => (
              <tr key={guest.uuid}>
                <NameHead name={guest.name} />
                <Cell data-label="Host">{guest.hostUuid ? nameOf(guest.hostUuid) : '–'}</Cell>
                <Cell numeric data-label="vCPUs">
                  {guest.vCpus}
                </Cell>
                <Cell numeric data-label={weight}>
                  {guest.weight ?? 'none'}
                </Cell>
                <Cell numeric data-label="Memory">
                  {formatMemory(guest.memoryBytes)}
                </Cell>
                <Cell data-label="Could go to">{placesOf(guest, nameOf)}</Cell>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Card>
  )
}

function placesOf({ stays, mayGoTo }: PoolGuest, nameOf: (uuid: string) => string): string {
  if (stays) return stays
  if (mayGoTo.length === 0) return 'No other host of this pool suits it.'
  const shown = mayGoTo.slice(0, 3).map(nameOf)
  const more = mayGoTo.length - shown.length
  return formatList(more > 0 ? [...shown, `${formatCount(more)} more`] : shown)
}
