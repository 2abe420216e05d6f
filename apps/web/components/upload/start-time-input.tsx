'use client'

import type { Source } from '@steelyard/contract'
import { useState } from 'react'
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { MomentInput } from '../ui/moment-input.tsx'

export function StartTimeInput({ source, update }: { source: Source; update: SourceUpdate }) {
  const [value, setValue] = useState(toLocalInput(source.settings.startedAt))
  const startedAt = fromLocalInput(value)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="Began at (your time zone)" className="w-60">
        <MomentInput
          type="datetime-local"
          step={1}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button
        disabled={!startedAt}
        busy={update.busy}
        onClick={() => update.save({ settings: { startedAt } })}
      >
        Set
      </Button>
    </div>
  )
}
