'use client'

import type { Pool } from '@steelyard/contract'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Fingerprint } from '../machine-key/fingerprint.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

const READ_CERTIFICATE = 'openssl x509 -noout -fingerprint -sha256 -in /etc/xensource/xapi-ssl.pem'

/** The second step: the certificate is compared over another channel, then the account is given. */
export function ConnectPool({ pool, fingerprint }: { pool: Pool; fingerprint: string }) {
  // Whoever gives another account has confirmed the certificate before.
  const isPinned = pool.members.some(({ pinnedFingerprint }) => pinnedFingerprint === fingerprint)
  const [compared, setCompared] = useState(isPinned)
  const [username, setUsername] = useState(pool.username ?? '')
  const [password, setPassword] = useState('')
  const connect = useApiMutation('connectPool', { invalidates: ['getPool'] })
  return (
    <Card className="max-w-3xl">
      <CardHeader
        title="Compare the certificate, then give an account"
        description={`${pool.address} presented this certificate. Nothing has been sent to it.`}
      />
      <CardBody className="space-y-4">
        <Fingerprint value={fingerprint} label="SHA-256 of the certificate" />
        <p className="text-sm text-ink-soft">
          Compare it with what the coordinator prints on its own console:
        </p>
        <CodeBlock text={READ_CERTIFICATE} label="the command that prints the fingerprint" />
        <Permitted needs="hosts:write" doing="connecting pools">
          <form
            method="post"
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault()
              connect.mutate({ params: { id: pool.id }, body: { fingerprint, username, password } })
            }}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Account" hint="The role read-only is enough">
                <Input
                  autoComplete="off"
                  spellCheck={false}
                  required
                  value={username}
                  onChange={(event) => setUsername(event.target.value)}
                />
              </Field>
              <Field label="Password" hint="Encrypted for the agent alone">
                <Input
                  type="password"
                  autoComplete="off"
                  required
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              </Field>
            </div>
            <Checkbox
              label="The certificate is the same on the coordinator itself"
              hint="From now on any other one is refused before anything is sent."
              checked={compared}
              onChange={setCompared}
            />
            <ProblemAlert error={connect.error} />
            <Button
              type="submit"
              look="primary"
              disabled={!compared || username === '' || password === ''}
              busy={connect.isPending}
            >
              <ShieldCheck aria-hidden /> Confirm and read the pool
            </Button>
          </form>
        </Permitted>
      </CardBody>
    </Card>
  )
}
