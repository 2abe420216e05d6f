'use client'

import type { Pool, PoolMove, PoolMoveState } from '@steelyard/contract'

import { formatMoment } from '../../lib/format/dates.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { hasEnded, useJob } from '../../lib/use-job.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { PlanMove } from './plan-move.tsx'
import { StartMove } from './start-move.tsx'

/** Moves of guests: planned, started by a person, and found out on both hosts. */
export function PoolMoves({ pool, onMoved }: { pool: Pool; onMoved: () => void }) {
  const { data, error, refetch } = useApi('listPoolMoves', {
    params: { id: pool.id },
    query: { limit: 10 },
  })
  function onEnd() {
    void refetch()
    onMoved()
  }
  return (
    <Card>
      <CardHeader
        title="Moves"
        description="Weights come first: they cost nothing. A move copies a guest’s memory while it runs."
      />
      <CardBody className="space-y-6">
        <Permitted needs="plans:write" doing="planning moves">
          <PlanMove pool={pool} />
        </Permitted>
        <ProblemAlert error={error} />
        {data && data.data.length > 0 ? (
          <ul aria-label="Moves of guests" className="divide-y divide-line">
            {data.data.map((move) => (
              <li key={move.id} className="py-4">
                <Move move={move} onEnd={onEnd} />
              </li>
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  )
}

const STATES: Record<PoolMoveState, [label: string, tone: Tone]> = {
  checking: ['Being checked', 'neutral'],
  refused: ['Not possible', 'warn'],
  planned: ['Planned', 'accent'],
  moving: ['Moving', 'accent'],
  moved: ['Moved', 'ok'],
  stayed: ['Stayed', 'warn'],
  both: ['On both hosts', 'danger'],
  neither: ['On neither host', 'danger'],
  unknown: ['Not known', 'danger'],
}

function Move({ move, onEnd }: { move: PoolMove; onEnd: () => void }) {
  const params = { id: move.poolId, moveId: move.id }
  const invalidates = ['listPoolMoves', 'getPool'] as const
  const follow = useApiMutation('findMovedGuest', { invalidates })
  const back = useApiMutation('planPoolMove', { invalidates })
  const [label, tone] = STATES[move.state]
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{move.guest.name}</strong>
        <span>
          {move.from.name} to {move.to.name}
        </span>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-ink-soft">
          {formatMoment(move.endedAt ?? move.startedAt ?? move.createdAt)}, {cause(move)}
        </span>
      </div>
      {move.outcome ? <p>{move.outcome}</p> : null}
      {move.effect ? (
        <p className={move.effect.isWorse ? 'font-medium text-danger' : undefined}>
          {move.effect.text}
        </p>
      ) : null}
      {move.backIfWorse && move.state === 'moved' && !move.effect ? (
        <p>It is moved back if more targets are missed than before.</p>
      ) : null}
      {move.refusals.length > 0 ? (
        <ul className="list-disc space-y-1 pl-5 text-sm">
          {move.refusals.map((refusal) => (
            <li key={refusal}>{refusal}</li>
          ))}
        </ul>
      ) : null}
      <TroubleAlert trouble={move.trouble} />
      <Running move={move} onEnd={onEnd} />
      {move.state === 'planned' ? <StartMove move={move} /> : null}
      {move.state === 'moved' ? (
        <Permitted needs="plans:write" doing="planning moves">
          <Button
            size="small"
            busy={back.isPending}
            onClick={() =>
              back.mutate({
                params: { id: move.poolId },
                body: { guestUuid: move.guest.uuid, toHostUuid: move.from.uuid },
              })
            }
          >
            Plan to move it back
          </Button>
        </Permitted>
      ) : null}
      {move.state === 'unknown' ? (
        <Permitted needs="plans:apply" doing="looking for guests">
          <Button busy={follow.isPending} onClick={() => follow.mutate({ params })}>
            Look again
          </Button>
        </Permitted>
      ) : null}
      <ProblemAlert error={follow.error ?? back.error} />
    </div>
  )
}

function cause({ undoesId, startedBy, createdBy }: PoolMove): string {
  const person = startedBy ?? createdBy
  return undoesId ? `by itself, as ${person} asked` : `by ${person}`
}

/** The job that works on a move, for as long as it does. */
function Running({ move: { state, jobId }, onEnd }: { move: PoolMove; onEnd: () => void }) {
  const isRunning = state === 'checking' || state === 'moving'
  const { job } = useJob(isRunning ? jobId : null, onEnd)
  return job && !hasEnded(job) ? <JobProgress job={job} /> : null
}
