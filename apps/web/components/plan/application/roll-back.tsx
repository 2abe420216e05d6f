'use client'

import {
  type Application,
  getApplication,
  getHost,
  getPlan,
  listApplications,
  rollBackApplication,
} from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Permitted } from '../../access/permitted.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'

function namesOf({ readBack, alsoRead }: Application): string {
  const names = [...readBack.map(({ domain }) => domain), ...alsoRead.map(({ subject }) => subject)]
  return formatItems([...new Set(names)])
}

/** Restores the values from before an application, once the user has repeated the password. */
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
  const rollBack = useApiMutation(rollBackApplication, {
    invalidates: [getPlan, getApplication, listApplications, getHost],
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
      <PasswordDialog
        open={open}
        onOpenChange={change}
        title={`Roll back on ${application.hostName}?`}
        confirmLabel="Roll back now"
        busy={rollBack.isPending}
        error={rollBack.error}
        onConfirm={(password) =>
          rollBack.mutate(
            { params: { id: application.id }, body: { password } },
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
      </PasswordDialog>
    </Permitted>
  )
}
