'use client'

import type { Application } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../../lib/use-api.ts'
import { ProofDialog } from '../../access/proof-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Permitted } from '../../ui/permitted.tsx'

function namesOf({ readBack, alsoRead }: Application): string {
  const names = [...readBack.map(({ domain }) => domain), ...alsoRead.map(({ subject }) => subject)]
  return formatItems([...new Set(names)])
}

/** Restores the values from before an application, once the user has confirmed it. */
export function RollBack({
  application,
  size,
  onStarted,
}: {
  application: Application
  size?: 'small'
  onStarted?: (rollBack: Application) => void
}) {
  const [open, setOpen] = useState(false)
  const rollBack = useApiMutation('rollBackApplication', {
    invalidates: ['getPlan', 'getApplication', 'listApplications', 'getHost'],
  })

  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    rollBack.reset()
  }

  return (
    <Permitted needs="plans:apply">
      <Button look="danger" size={size} onClick={() => change(true)}>
        <Undo2 aria-hidden /> Roll back
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={`Roll back on ${application.hostName}?`}
        hint="Asked again because this changes a real host."
        confirmLabel="Roll back now"
        busy={rollBack.isPending}
        error={rollBack.error}
        onConfirm={(proof) =>
          rollBack.mutate(
            { params: { id: application.id }, body: proof },
            {
              onSuccess: (started) => {
                setOpen(false)
                onStarted?.(started.application)
              },
            },
          )
        }
      >
        What {namesOf(application)} had before this application is set again and read back. If
        someone has changed a value since, nothing is touched.
      </ProofDialog>
    </Permitted>
  )
}
