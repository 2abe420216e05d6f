'use client'

import type { NotificationChannel } from '@steelyard/contract'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

const looks: Record<
  NotificationChannel['kind'],
  { label: string; hint: string; placeholder: string }
> = {
  webhook: {
    label: 'Address',
    hint: 'Each message is posted there as JSON, signed.',
    placeholder: 'https://hooks.example.org/steelyard',
  },
  slack: {
    label: 'Address of the incoming webhook',
    hint: 'Of Slack, Mattermost, Rocket.Chat or another that understands the same messages.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  email: {
    label: 'Addresses',
    hint: 'Separate several with commas.',
    placeholder: 'ops@example.org, ada@example.org',
  },
}

/** Where a channel sends to. It is secret: it is stored sealed and shown only in part. */
export function AddressField({
  kind,
  stored,
  value,
  error,
  onChange,
}: {
  kind: NotificationChannel['kind']
  /** What may be shown of the one that is stored; null for a new channel. */
  stored: string | null
  value: string
  error: string | undefined
  onChange: (address: string) => void
}) {
  const { label, hint, placeholder } = looks[kind]
  return (
    <Field
      label={label}
      hint={stored ? `Stored: ${stored}. Leave it empty to keep it.` : hint}
      error={error}
    >
      <Input
        type={kind === 'email' ? 'text' : 'url'}
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
