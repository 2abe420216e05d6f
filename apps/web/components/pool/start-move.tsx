'use client'

import type { PoolMove } from '@steelyard/contract'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { ProofDialog } from '../access/proof-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Permitted } from '../ui/permitted.tsx'

/** The button that moves the guest, once a person has confirmed it. */
export function StartMove({ move }: { move: PoolMove }) {
  const [open, setOpen] = useState(false)
  const [backIfWorse, setBackIfWorse] = useState(false)
  const start = useApiMutation('startPoolMove', { invalidates: ['listPoolMoves', 'getPool'] })
  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    start.reset()
  }
  if (move.secondPerson === 'you') {
    return (
      <p className="text-sm">A rule asks for a second person. Somebody else has to start it.</p>
    )
  }
  return (
    <Permitted needs="plans:apply" doing="moving guests">
      <Button look="primary" onClick={() => change(true)}>
        Move {move.guest.name} now
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={`Move ${move.guest.name} to ${move.to.name}?`}
        hint="Asked again because this changes real hosts."
        confirmLabel="Move now"
        busy={start.isPending}
        error={start.error}
        onConfirm={(proof) =>
          start.mutate(
            { params: { id: move.poolId, moveId: move.id }, body: { ...proof, backIfWorse } },
            { onSuccess: () => setOpen(false) },
          )
        }
      >
        <div className="space-y-3">
          <p>
            It goes on running while its memory is copied. Domain-0 of both hosts is busy meanwhile.
            XAPI is asked again first, and both hosts afterwards.
          </p>
          <Checkbox
            label="Move it back if things get worse"
            hint="A quarter of an hour later, targets on both hosts are compared with before. Both need to be watched over SSH."
            checked={backIfWorse}
            onChange={setBackIfWorse}
          />
        </div>
      </ProofDialog>
    </Permitted>
  )
}
