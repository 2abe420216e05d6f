'use client'

import type { Source } from '@steelyard/contract'
import { useState } from 'react'
import { parseDecimal } from '../../lib/parse-number.ts'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

export function IntervalInput({ source, update }: { source: Source; update: SourceUpdate }) {
  const [value, setValue] = useState(String(source.settings.intervalSeconds ?? ''))
  const seconds = parseDecimal(value)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="Time between samples" className="w-44">
        <Input
          inputMode="decimal"
          unit="s"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button
        disabled={!seconds || seconds <= 0 || seconds > 3600}
        busy={update.busy}
        onClick={() => update.save({ settings: { intervalSeconds: seconds } })}
      >
        Set
      </Button>
    </div>
  )
}
