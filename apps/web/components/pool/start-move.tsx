'use client'

import type { PoolMove } from '@steelyard/contract'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { SomebodyElse, StartPlan } from './start-plan.tsx'

/** The button that moves the guest, once a person has confirmed it. */
export function StartMove({ move }: { move: PoolMove }) {
  const [backIfWorse, setBackIfWorse] = useState(false)
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
      onConfirm={(proof, onStarted) =>
        start.mutate(
          { params: { id: move.poolId, moveId: move.id }, body: { ...proof, backIfWorse } },
          onStarted,
        )
      }
    >
      <div className="space-y-3">
        <p>
          It goes on running while its memory is copied. Domain-0 of both hosts is busy meanwhile.
          Whether it can go there is asked again first, and both hosts are asked afterwards.
        </p>
        <Checkbox
          label="Move it back if things get worse"
          hint="A quarter of an hour later, targets on both hosts are compared with before. Both need to be watched over SSH."
          checked={backIfWorse}
          onChange={setBackIfWorse}
        />
      </div>
    </StartPlan>
  )
}
