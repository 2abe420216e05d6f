'use client'

import type { Source } from '@steelyard/contract'
import { useState } from 'react'
import { parseDecimal } from '../../lib/parse-number.ts'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** The rate of the clock with which xentrace stamps its records; hosts print it in megahertz. */
export function ClockRateInput({ source, update }: { source: Source; update: SourceUpdate }) {
  const [value, setValue] = useState(
    source.settings.tscHz === null ? '' : String(source.settings.tscHz / 1e6),
  )
  const megahertz = parseDecimal(value)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="Rate of the time stamp counter" className="w-56">
        <Input
          inputMode="decimal"
          unit="MHz"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button
        disabled={!megahertz || megahertz < 1 || megahertz > 100_000}
        busy={update.busy}
        onClick={() => update.save({ settings: { tscHz: (megahertz ?? 0) * 1e6 } })}
      >
        Set
      </Button>
    </div>
  )
}
