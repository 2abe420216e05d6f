'use client'

import type { Source } from '@steelyard/contract'
import { useState } from 'react'
import { useSourceUpdate } from '../../lib/use-source-update.ts'
import { Field } from '../ui/field.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'
import { OtherName } from './other-name.tsx'

const leaveOut = ':leave-out'
const other = ':other'

export function MatchRow({
  uploadId,
  source,
  found,
  names,
}: {
  uploadId: string
  source: Source
  found: string
  names: string[]
}) {
  const update = useSourceUpdate(uploadId, source.id)
  const [naming, setNaming] = useState(false)
  const domain = source.domains.find((each) => each.found === found)?.domain ?? null

  function standFor(name: string | null) {
    setNaming(false)
    update.save({
      domains: source.domains.map((each) =>
        each.found === found ? { ...each, domain: name } : each,
      ),
    })
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
            value={naming ? other : (domain ?? leaveOut)}
            disabled={update.busy}
            onChange={({ target: { value } }) => {
              if (value === other) setNaming(true)
              else standFor(value === leaveOut ? null : value)
            }}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
            <option value={other}>Another name…</option>
            <option value={leaveOut}>Leave out</option>
          </Select>
        </Field>
        {naming ? <OtherName onName={standFor} onCancel={() => setNaming(false)} /> : null}
        <ProblemAlert error={update.error} />
      </div>
    </li>
  )
}
