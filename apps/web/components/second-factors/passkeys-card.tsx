'use client'

import type { Passkey } from '@steelyard/contract'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { usePasskeysWork } from '../../lib/use-passkey.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EditableName } from '../ui/editable-name.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { useAddPasskey } from './use-add-passkey.ts'

/** The passkeys of the user. */
export function PasskeysCard({
  passkeys,
  onCodes,
}: {
  passkeys: Passkey[]
  onCodes: (codes: string[] | null) => void
}) {
  const add = useAddPasskey()
  const hindrance = useHindrance()
  const name = `Passkey ${passkeys.length + 1}`
  return (
    <Card>
      <CardHeader
        title="Passkeys"
        description="Your device or a security key, with its PIN or your finger. A passkey replaces password and code."
        action={
          hindrance ? null : (
            <Button
              size="small"
              busy={add.isPending}
              onClick={() => add.mutate({ name }, { onSuccess: onCodes })}
            >
              Add a passkey
            </Button>
          )
        }
      />
      <CardBody className="space-y-3">
        <ProblemAlert error={add.error} />
        {hindrance ? <p className="text-sm text-ink-soft">{hindrance}</p> : null}
        {passkeys.length > 0 ? (
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        ) : (
          <p className="text-sm text-ink-soft">You have none yet.</p>
        )}
      </CardBody>
    </Card>
  )
}

/** Why no passkey can be added here. */
function useHindrance(): string | null {
  const passkeysWork = usePasskeysWork()
  const ways = useApi('getSignInWays')
  if (ways.data?.passkeys === false) {
    return 'This address cannot have passkeys: they need a host name, not an IP address, and https or localhost. Whoever runs Steelyard sets it with STEELYARD_WEB_URL.'
  }
  return passkeysWork ? null : 'This browser cannot make passkeys here.'
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const invalidates = { invalidates: ['getSecondFactors'] } as const
  const rename = useApiMutation('renamePasskey', invalidates)
  const remove = useApiMutation('removePasskey', invalidates)
  const params = { id }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 text-sm">
        <EditableName
          name={name}
          onSave={(text) => rename.mutateAsync({ params, body: { name: text } })}
        >
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        </EditableName>
        <p className="text-ink-faint">
          since {formatDateTime(createdAt)},{' '}
          {lastUsedAt ? `last used ${formatDateTime(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <ConfirmButton
        size="small"
        label="Remove"
        aria-label={`Remove ${name}`}
        title={`Remove ${name}?`}
        action={remove}
        onConfirm={(close) => remove.mutate({ params }, { onSuccess: close })}
      >
        It no longer signs you in, and all your other sessions end. Delete it on its device too.
      </ConfirmButton>
    </li>
  )
}
