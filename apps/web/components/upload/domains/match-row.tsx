'use client'

import type { Source, Upload } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { originWords } from '../../../lib/uploads/host-facts.ts'
import { isUndecided } from '../../../lib/uploads/upload-domains.ts'
import { useSourceUpdate } from '../../../lib/uploads/use-source-update.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Select } from '../../ui/select.tsx'

const UNDECIDED = ''
const LEAVE_OUT = ':leave-out'
const OTHER = ':other'

export function MatchRow({
  upload,
  source,
  found,
  names,
}: {
  upload: Upload
  source: Source
  found: string
  names: string[]
}) {
  const update = useSourceUpdate(upload.id, source.id)
  const [naming, setNaming] = useState(false)
  const match = source.domains.find((each) => each.found === found)
  const open = match !== undefined && isUndecided(match)
  const domain = match?.domain ?? null
  const origin = match?.origin
  const offered = domain === null || names.includes(domain) ? names : [...names, domain]

  function standFor(name: string | null) {
    setNaming(false)
    // Only the user's choice is sent: the suggestions for other names stay suggestions.
    update.save({ domains: [{ found, domain: name }] })
  }

  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:grid-cols-[1fr_minmax(9rem,0.6fr)_minmax(12rem,0.8fr)] sm:px-6">
      <span className="text-sm text-ink-soft [overflow-wrap:anywhere]">{source.path}</span>
      <span className="font-medium [overflow-wrap:anywhere]">
        <span className="font-normal text-ink-faint sm:hidden">found: </span>
        {found}
      </span>
      <div className="min-w-0 space-y-2">
        <Field label={`“${found}” in ${source.path} stands for`} hideLabel>
          <Select
            value={naming ? OTHER : (domain ?? (open ? UNDECIDED : LEAVE_OUT))}
            disabled={update.busy}
            onChange={({ target: { value } }) => {
              if (value === OTHER) setNaming(true)
              else standFor(value === LEAVE_OUT ? null : value)
            }}
          >
            {open ? (
              <option value={UNDECIDED} disabled>
                Choose a guest
              </option>
            ) : null}
            {offered.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
            <option value={OTHER}>Another name…</option>
            <option value={LEAVE_OUT}>Leave out</option>
          </Select>
        </Field>
        {domain && origin && origin.kind !== 'name' && !naming ? (
          <p className="text-sm text-ink-faint">
            {origin.kind === 'operator' ? 'your answer' : `says ${originWords(origin)}`}
          </p>
        ) : null}
        {naming ? <OtherName onName={standFor} onCancel={() => setNaming(false)} /> : null}
        <ProblemAlert error={update.error} />
      </div>
    </li>
  )
}

function OtherName({ onName, onCancel }: { onName: (name: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) onName(name.trim())
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label="Name of the guest" className="flex-1 basis-36">
        <Input
          autoFocus
          value={name}
          maxLength={128}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={!name.trim()}>
        Use
      </Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
