'use client'

import { useState } from 'react'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { usePasskeysWork } from '../../lib/use-passkey.ts'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { AppSetUp } from './app-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useAddPasskey } from './use-add-passkey.ts'

/** The first second factor of someone whose role needs one; without it, there is no way in. */
export function Enrolment({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = useApiMutation('startApp')
  const passkey = useAddPasskey()
  const passkeysWork = usePasskeysWork()
  const ways = useApi('getSignInWays')
  const finish = (made: string[] | null) => (made ? setCodes(made) : onDone())

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (start.data) return <AppSetUp {...start.data} onDone={finish} />
  return (
    <div className="space-y-4">
      <p role="status">
        Your role needs a second factor besides the password. Set one up to get in.
      </p>
      <noscript>
        <p>The set-up needs JavaScript. Switch it on, then reload this page.</p>
      </noscript>
      <ProblemAlert error={start.error ?? passkey.error} />
      {passkeysWork && ways.data?.passkeys ? (
        <Button
          look="primary"
          className="w-full"
          busy={passkey.isPending}
          onClick={() => passkey.mutate({ name: 'First passkey' }, { onSuccess: finish })}
        >
          Add a passkey
        </Button>
      ) : null}
      <Button className="w-full" busy={start.isPending} onClick={() => start.mutate({})}>
        Set up an authenticator app
      </Button>
    </div>
  )
}
