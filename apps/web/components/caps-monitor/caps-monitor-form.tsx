'use client'

import type { CapsMonitorMode, CapsMonitorSettings, RealTimeSet } from '@steelyard/contract'
import { CAPS_MONITOR_MODES } from '@steelyard/contract/plain'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { ModeField } from '../policy/mode-field.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { boundsOf, type CapsDraft, capFaults, settingsOf } from './caps-draft.ts'
import { modeWords, tasksWords } from './caps-words.ts'

/** Whether the caps follow, which domains they follow, and how far. */
export function CapsMonitorForm({
  hostId,
  set,
  known,
}: {
  hostId: string
  /** The domains as declared on the page. */
  set: RealTimeSet
  known: CapsMonitorSettings | null
}) {
  const [mode, setMode] = useState<CapsMonitorMode>(known?.mode ?? 'dry-run')
  const [draft, setDraft] = useState<CapsDraft>({})
  const save = useApiMutation('setCapsMonitor', {
    invalidates: ['getCapsMonitor', 'getHost', 'listJournal'],
  })
  const settings = settingsOf(mode, set, draft, known)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (settings) save.mutate({ params: { id: hostId }, body: settings })
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-5">
      <ModeField
        legend="While real-time guests work"
        modes={CAPS_MONITOR_MODES}
        words={modeWords}
        mode={mode}
        columns={3}
        onChange={setMode}
      />
      <p className="text-sm text-ink-soft">
        Real-time, as declared above: {tasksWords(set)} on{' '}
        {set.pCpus === 1 ? 'one pCPU' : `${set.pCpus} pCPUs`}.
      </p>
      <fieldset className="space-y-3">
        <legend className="mb-1 text-sm font-medium">Caps of the others</legend>
        <p className="text-sm text-ink-faint">
          In percent of one pCPU. No guest gets more than it had before.
        </p>
        <ul className="divide-y divide-line rounded-lg border border-line">
          {set.others.map(({ name, vCpus }) => (
            <BoundsFields
              key={name}
              name={name}
              vCpus={vCpus}
              bounds={boundsOf(name, draft, known)}
              onChange={(bounds) => setDraft({ ...draft, [name]: bounds })}
            />
          ))}
        </ul>
      </fieldset>
      <ProblemAlert error={save.error} title="This could not be saved" />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {save.isSuccess ? (
          <p role="status" className="text-sm text-ink-soft">
            Saved.
          </p>
        ) : null}
        <Button type="submit" look="primary" busy={save.isPending} disabled={!settings}>
          Save
        </Button>
      </div>
    </form>
  )
}

function BoundsFields({
  name,
  vCpus,
  bounds,
  onChange,
}: {
  name: string
  vCpus: number | undefined
  bounds: CapsDraft[string]
  onChange: (bounds: CapsDraft[string]) => void
}) {
  const faults = capFaults(bounds, vCpus)
  const of = <span className="sr-only"> of {name}</span>
  const field = (key: 'least' | 'highest', label: string) => (
    <Field
      label={
        <>
          {label}
          {of}
        </>
      }
      error={faults[key]}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        unit="%"
        placeholder={key === 'highest' ? 'none' : undefined}
        value={bounds[key]}
        onChange={(event) => onChange({ ...bounds, [key]: event.target.value })}
      />
    </Field>
  )
  return (
    <li className="grid grid-cols-2 items-start gap-x-4 gap-y-2 p-3 sm:grid-cols-[minmax(0,1fr)_9rem_9rem]">
      <span className="col-span-2 font-medium [overflow-wrap:anywhere] sm:col-span-1 sm:pt-8">
        {name}
      </span>
      {field('least', 'Least cap')}
      {field('highest', 'Highest cap')}
    </li>
  )
}
