'use client'

import type { PoolGuestLoad, PoolHostLoad } from '@steelyard/contract'
import { formatNumber, formatWholePercent } from '@steelyard/contract/format'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApi } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

const ANEW_EVERY_MS = 60_000

/** What each member recorded in its last hour: what it used, and who waited there. */
export function PoolLoad({ id }: { id: string }) {
  const { data, error } = useApi(
    'getPoolLoad',
    { params: { id } },
    { refetchInterval: ANEW_EVERY_MS },
  )
  if (!data) return <ProblemAlert error={error} />
  const hosts = data.hosts.filter(({ used }) => used.length > 0)
  const remarks = data.hosts.flatMap(({ uuid, name, trouble, readAt, doubts }) => [
    ...(trouble ? [{ key: `${uuid} trouble`, text: `${trouble}${age(name, readAt)}` }] : []),
    ...doubts.map((text) => ({ key: `${uuid} ${text}`, text })),
  ])
  return (
    <Card>
      <CardHeader
        title="Load"
        description="The last hour of each host, as XAPI recorded it. Guests that waited most come first."
      />
      {remarks.length > 0 ? (
        <CardBody>
          <Alert tone="warn" title="Not all of the last hour is known">
            <ul className="list-disc space-y-1 pl-5">
              {remarks.map(({ key, text }) => (
                <li key={key}>{text}</li>
              ))}
            </ul>
          </Alert>
        </CardBody>
      ) : null}
      {hosts.length > 0 ? (
        <PlainTable caption="Load of hosts and guests">
          <thead>
            <tr>
              <HeadCell>Host, guest</HeadCell>
              <HeadCell numeric>CPU used</HeadCell>
              <HeadCell numeric>Waited</HeadCell>
              <HeadCell numeric>vCPUs waiting</HeadCell>
              <HeadCell numeric>All asleep</HeadCell>
              <HeadCell numeric>Known</HeadCell>
            </tr>
          </thead>
          <tbody>
            {hosts.map((host) => (
              <HostRows key={host.uuid} host={host} />
            ))}
          </tbody>
        </PlainTable>
      ) : null}
      <CardBody>
        <p className="text-sm text-ink-soft">{data.limits.join(' ')}</p>
      </CardBody>
    </Card>
  )
}

function age(name: string, readAt: string | null): string {
  return readAt ? ` ${name} last gave figures ${formatRelative(readAt)}.` : ''
}

function HostRows({ host }: { host: PoolHostLoad }) {
  const { name, usedPCpus, pCpus, used, usedSeconds, guests } = host
  return (
    <>
      <tr className="border-t border-line font-medium">
        <NameHead name={name} />
        <Cell numeric>
          {formatNumber(usedPCpus)} of {pCpus ?? 'unknown'} pCPUs
        </Cell>
        <Cell numeric />
        <Cell numeric />
        <Cell numeric />
        <Cell numeric>{knownWords(usedSeconds, used.length)}</Cell>
      </tr>
      {guests.map((guest) => (
        <GuestRow key={guest.uuid} guest={guest} />
      ))}
    </>
  )
}

function GuestRow({ guest }: { guest: PoolGuestLoad }) {
  const { name, usedPCpus, waitingShare, waitingVCpus, idleShare, usedSeconds, used, vCpus } = guest
  return (
    <tr>
      <NameHead name={name} />
      <Cell numeric>
        {formatNumber(usedPCpus)} of {vCpus} vCPUs
      </Cell>
      <Cell numeric>{formatWholePercent(waitingShare)}</Cell>
      <Cell numeric>{waitingVCpus ? rangeOf(waitingVCpus) : formatNumber(null)}</Cell>
      <Cell numeric>{formatWholePercent(idleShare)}</Cell>
      <Cell numeric>{knownWords(usedSeconds, used.length)}</Cell>
    </tr>
  )
}

function rangeOf({ least, most }: { least: number; most: number }): string {
  return most - least < 0.005
    ? formatNumber(least)
    : `${formatNumber(least)} to ${formatNumber(most)}`
}

function knownWords(seconds: number, minutes: number): string {
  return `${Math.round(seconds / 60)} of ${minutes} min`
}
