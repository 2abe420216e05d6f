'use client'

import type { NotificationChannel } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'
import { AddressField } from './address-field.tsx'
import { type ChannelDraft, type ChannelFaults, draftOf, readDraft } from './channel-draft.ts'
import { EventChoice } from './event-choice.tsx'
import { kindWords } from './event-words.ts'
import { QuietHoursField } from './quiet-hours-field.tsx'

/** The settings of a new channel, or of one that is there. */
export function ChannelForm({
  channel = null,
  canSendMail,
  onSaved,
}: {
  channel?: NotificationChannel | null
  canSendMail: boolean
  /** @param secret with which the messages of a new webhook are signed */
  onSaved: (secret: string | null) => void
}) {
  const invalidates = ['listNotificationChannels'] as const
  const add = useApiMutation('addNotificationChannel', { invalidates })
  const update = useApiMutation('updateNotificationChannel', { invalidates })
  const [draft, setDraft] = useState(() =>
    draftOf(channel, Intl.DateTimeFormat().resolvedOptions().timeZone),
  )
  const [wasTried, setWasTried] = useState(false)
  const change = (part: Partial<ChannelDraft>) => setDraft((before) => ({ ...before, ...part }))
  const read = readDraft(draft, channel === null)
  const faults = (wasTried && read.faults) || {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasTried(true)
    if (!read.channel) return
    const { kind, address, ...settings } = read.channel
    if (!channel) {
      add.mutate({ body: read.channel }, { onSuccess: ({ secret }) => onSaved(secret) })
    } else {
      update.mutate(
        { params: { id: channel.id }, body: { ...settings, ...(address ? { address } : {}) } },
        { onSuccess: () => onSaved(null) },
      )
    }
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-5">
      {channel ? null : (
        <KindField
          kind={draft.kind}
          canSendMail={canSendMail}
          onChange={(kind) => change({ kind })}
        />
      )}
      <Field label="Name" error={faults.name} hint="So that you recognise it in this list.">
        <Input
          autoComplete="off"
          maxLength={120}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <AddressField
        kind={draft.kind}
        stored={channel?.shownAddress ?? null}
        value={draft.address}
        error={faults.address}
        onChange={(address) => change({ address })}
      />
      <EventChoice
        chosen={draft.events}
        error={faults.events}
        onChange={(events) => change({ events })}
      />
      <QuietHoursField draft={draft} faults={faults} onChange={change} />
      <Disclosure
        key={String(Boolean(faults.tag || faults.groupMinutes))}
        initiallyOpen={Boolean(faults.tag || faults.groupMinutes)}
        summary="Only some hosts, and grouping"
      >
        <Narrow draft={draft} faults={faults} onChange={change} />
      </Disclosure>
      {channel ? (
        <Checkbox
          label="Switched on"
          hint="While it is off, nothing is sent and nothing is kept for later."
          checked={draft.enabled}
          onChange={(enabled) => change({ enabled })}
        />
      ) : null}
      <ProblemAlert error={add.error ?? update.error} title="The channel could not be saved" />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={add.isPending || update.isPending}>
          {channel ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

function KindField({
  kind,
  canSendMail,
  onChange,
}: {
  kind: NotificationChannel['kind']
  canSendMail: boolean
  onChange: (kind: NotificationChannel['kind']) => void
}) {
  return (
    <div className="space-y-3">
      <Field label="Kind">
        <Select
          value={kind}
          onChange={(event) => onChange(event.target.value as NotificationChannel['kind'])}
        >
          {(['webhook', 'slack', 'email'] as const).map((each) => (
            <option key={each} value={each}>
              {kindWords[each]}
            </option>
          ))}
        </Select>
      </Field>
      {kind === 'email' && !canSendMail ? (
        <Alert tone="warn" title="No mail server is configured">
          <p>
            Nothing can be sent by e-mail until <code>STEELYARD_SMTP_URL</code> is set where
            Steelyard runs.
          </p>
        </Alert>
      ) : null}
    </div>
  )
}

function Narrow({
  draft,
  faults,
  onChange,
}: {
  draft: ChannelDraft
  faults: ChannelFaults
  onChange: (part: Partial<ChannelDraft>) => void
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Tag of the hosts"
        hint="Such as prod or web-*. Leave it empty for every host."
        error={faults.tag}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={draft.tag}
          onChange={(event) => onChange({ tag: event.target.value })}
        />
      </Field>
      <Field
        label="Group over"
        hint="What happens within so many minutes is sent in one message. 0 sends each at once."
        error={faults.groupMinutes}
      >
        <Input
          inputMode="numeric"
          unit="min"
          value={draft.groupMinutes}
          onChange={(event) => onChange({ groupMinutes: event.target.value })}
        />
      </Field>
    </div>
  )
}
