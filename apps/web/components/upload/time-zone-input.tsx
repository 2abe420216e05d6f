'use client'

import type { Source } from '@steelyard/contract'
import { useId, useState } from 'react'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

export function TimeZoneInput({ source, update }: { source: Source; update: SourceUpdate }) {
  const listId = useId()
  const [value, setValue] = useState(source.settings.timeZone ?? '')
  const zones = Intl.supportedValuesOf('timeZone')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const known = value === 'UTC' || zones.includes(value)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="Time zone of the log" className="w-64">
        <Input
          list={listId}
          placeholder={here}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <datalist id={listId}>
        {['UTC', ...zones].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Button
        disabled={!known}
        busy={update.busy}
        onClick={() => update.save({ settings: { timeZone: value } })}
      >
        Set
      </Button>
    </div>
  )
}
