'use client'

import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { AppSetUp } from './app-set-up.tsx'

/** The authenticator app of the user. */
export function AppCard({
  isSetUp,
  onCodes,
}: {
  isSetUp: boolean
  onCodes: (codes: string[] | null) => void
}) {
  const start = useApiMutation('startApp')
  const remove = useApiMutation('removeApp', { invalidates: ['getSecondFactors'] })
  return (
    <Card>
      <CardHeader
        title="Authenticator app"
        description="Six digits from an app on your phone, after the password."
        action={
          isSetUp ? (
            <ConfirmButton
              size="small"
              label="Remove the app"
              title="Remove the authenticator app?"
              confirmLabel="Remove"
              action={remove}
              onConfirm={(close) => remove.mutate({}, { onSuccess: close })}
            >
              Its codes no longer sign you in, and all your other sessions end.
            </ConfirmButton>
          ) : start.data ? null : (
            <Button size="small" busy={start.isPending} onClick={() => start.mutate({})}>
              Set up an app
            </Button>
          )
        }
      />
      <CardBody className="space-y-3">
        <ProblemAlert error={start.error} />
        {start.data && !isSetUp ? (
          <AppSetUp
            {...start.data}
            onDone={(codes) => {
              start.reset()
              onCodes(codes)
            }}
          />
        ) : (
          <p className="text-sm text-ink-soft">{isSetUp ? 'It is set up.' : 'It is not set up.'}</p>
        )}
      </CardBody>
    </Card>
  )
}
