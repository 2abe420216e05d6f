'use client'

import type { PoolAdvice as Advice, PoolVerdict } from '@steelyard/contract'
import {
  formatDuration,
  formatMs,
  formatPredictedMs,
  formatTargetMs,
} from '@steelyard/contract/format'
import { formatMoment } from '../../lib/format/dates.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { InlineLink } from '../ui/inline-link.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

const ANEW_EVERY_MS = 15_000

const TONES: Record<PoolVerdict, 'info' | 'ok' | 'warn' | 'danger'> = {
  undecided: 'info',
  unseen: 'info',
  calm: 'ok',
  'weights-help': 'warn',
  'bound-by-itself': 'warn',
  waits: 'warn',
  move: 'warn',
  'moves-in-part': 'danger',
  'no-move-helps': 'danger',
}

/** What the pool needs: weights, moves or more capacity. */
export function PoolAdvice({ id }: { id: string }) {
  const params = { id }
  const { data, error } = useApi('getPoolAdvice', { params }, { refetchInterval: ANEW_EVERY_MS })
  if (!data) return <ProblemAlert error={error} />
  const { decidedAt, verdict, text, hosts, moves, proof } = data
  return (
    <Card>
      <CardHeader
        title="Advice"
        description={
          decidedAt
            ? `Decided ${formatMoment(decidedAt)}, and again every minute. Weights come first.`
            : 'Decided once a minute. Weights come first.'
        }
      />
      <CardBody className="space-y-5">
        <Alert tone={TONES[verdict]} title={text}>
          {hosts.length > 0 ? (
            <ul className="space-y-1">
              {hosts.map((host) => (
                <li key={host.uuid}>
                  <HostName host={host} />: {host.text}
                </li>
              ))}
            </ul>
          ) : null}
        </Alert>
        {moves.length > 0 ? (
          <ol aria-label="Advised moves" className="divide-y divide-line">
            {moves.map((move) => (
              <li key={move.guest.uuid} className="py-3 first:pt-0 last:pb-0">
                <AdvisedMove poolId={id} move={move} />
              </li>
            ))}
          </ol>
        ) : null}
        {proof ? <p className="text-sm text-ink-soft">{proof}</p> : null}
      </CardBody>
      <Foretold foretold={data.foretold} />
    </Card>
  )
}

function HostName({ host: { name, hostId } }: { host: Advice['hosts'][number] }) {
  return hostId ? (
    <InlineLink href={`/hosts/${hostId}`}>{name}</InlineLink>
  ) : (
    <strong>{name}</strong>
  )
}

function AdvisedMove({ poolId, move }: { poolId: string; move: Advice['moves'][number] }) {
  const { guest, from, to, seconds } = move
  const plan = useApiMutation('planPoolMove', { invalidates: ['listPoolMoves'] })
  const body = { guestUuid: guest.uuid, toHostUuid: to.uuid }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          <strong>{guest.name}</strong> from {from.name} to {to.name}. Takes about{' '}
          {formatDuration(seconds)} at 1 Gbit/s.
        </span>
        <Permitted needs="plans:write" doing="planning moves">
          <Button
            size="small"
            aria-label={`Plan this move of ${guest.name}`}
            busy={plan.isPending}
            onClick={() => plan.mutate({ params: { id: poolId }, body })}
          >
            Plan this move
          </Button>
        </Permitted>
      </div>
      <ProblemAlert error={plan.error} />
    </div>
  )
}

/** What the simulation expects of each host that a move touches. */
function Foretold({ foretold }: { foretold: Advice['foretold'] }) {
  const rows = foretold.flatMap(({ host, guests }) => guests.map((guest) => ({ host, guest })))
  const unseen = foretold.filter(({ by }) => by === 'rooms')
  if (foretold.length === 0) return null
  return (
    <>
      {rows.length > 0 ? (
        <div className="stacked pb-2">
          <PlainTable caption="Response times after the moves">
            <thead>
              <tr>
                <HeadCell>Guest</HeadCell>
                <HeadCell>On</HeadCell>
                <HeadCell numeric>Target</HeadCell>
                <HeadCell numeric>Now</HeadCell>
                <HeadCell numeric>Simulated after the moves</HeadCell>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ host, guest }) => (
                <tr key={`${host.uuid} ${guest.uuid}`}>
                  <NameHead name={guest.name} />
                  <Cell data-label="On">{host.name}</Cell>
                  <Cell numeric data-label="Target">
                    {guest.statistic} {formatTargetMs(guest.targetMs)}
                  </Cell>
                  <Cell numeric data-label="Now">
                    {formatMs(guest.nowMs)}
                  </Cell>
                  <Cell numeric data-label="Simulated after the moves">
                    {formatPredictedMs(guest.thenMs)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </div>
      ) : null}
      {unseen.length > 0 ? (
        <CardBody>
          <p className="text-sm text-ink-soft">
            The simulation does not see {unseen.map(({ host }) => host.name).join(', ')} as
            measured, so it says nothing there. What stays idle decides alone.
          </p>
        </CardBody>
      ) : null}
    </>
  )
}
