'use client'

import type { Source } from '@steelyard/contract'
import { useState } from 'react'
import { parseDecimal } from '../../lib/parse-number.ts'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** How many vCPUs a guest has, whose tool writes only shares of all of them. */
export function VCpusInput({ source, update }: { source: Source; update: SourceUpdate }) {
  const [value, setValue] = useState(String(source.settings.vCpus ?? ''))
  const count = parseDecimal(value)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="vCPUs of the guest" className="w-44">
        <Input
          inputMode="numeric"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button
        disabled={!count || !Number.isInteger(count) || count < 1 || count > 4096}
        busy={update.busy}
        onClick={() => update.save({ settings: { vCpus: count } })}
      >
        Set
      </Button>
    </div>
  )
}
