'use client'

import type { PoolMove } from '@steelyard/contract'
import { useApiMutation } from '../../lib/use-api.ts'
import { SomebodyElse, StartPlan } from './start-plan.tsx'

/** The button that moves the guest, once a person has confirmed it. */
export function StartMove({ move }: { move: PoolMove }) {
  const start = useApiMutation('startPoolMove', { invalidates: ['listPoolMoves', 'getPool'] })
  if (move.secondPerson === 'you') return <SomebodyElse />
  return (
    <StartPlan
      label={`Move ${move.guest.name} now`}
      look="primary"
      doing="moving guests"
      title={`Move ${move.guest.name} to ${move.to.name}?`}
      confirmLabel="Move now"
      start={start}
      onConfirm={(body, onStarted) =>
        start.mutate({ params: { id: move.poolId, moveId: move.id }, body }, onStarted)
      }
    >
      <p>
        It goes on running while its memory is copied. Domain-0 of both hosts is busy meanwhile.
        XAPI is asked again first, and both hosts afterwards.
      </p>
    </StartPlan>
  )
}
