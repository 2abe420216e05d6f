'use client'

import type { Source } from '@steelyard/contract'
import { useState } from 'react'
import { isCount, isWithin, parseDecimal } from '../../lib/parse-number.ts'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

interface NumberOfSource {
  label: string
  unit?: string
  /** What is stored, for one that is shown. */
  factor: number
  accepts: (shown: number | null | undefined) => shown is number
  width: string
}

const NUMBERS = {
  intervalSeconds: {
    label: 'Time between samples',
    unit: 's',
    factor: 1,
    accepts: (seconds) => isWithin(seconds, Number.MIN_VALUE, 3600),
    width: 'w-44',
  },
  /** The rate of the clock with which xentrace stamps its records; hosts print it in megahertz. */
  tscHz: {
    label: 'Rate of the time stamp counter',
    unit: 'MHz',
    factor: 1e6,
    accepts: (megahertz) => isWithin(megahertz, 1, 100_000),
    width: 'w-56',
  },
  /** How many vCPUs a guest has, whose tool writes only shares of all of them. */
  vCpus: {
    label: 'vCPUs of the guest',
    factor: 1,
    accepts: (count) => isCount(count, 4096),
    width: 'w-44',
  },
} satisfies Partial<Record<keyof Source['settings'], NumberOfSource>>

/** Asks for a number that the files of a source do not say. */
export function NumberSetting({
  name,
  source,
  update,
}: {
  name: keyof typeof NUMBERS
  source: Source
  update: SourceUpdate
}) {
  const { label, unit, factor, accepts, width }: NumberOfSource = NUMBERS[name]
  const stored = source.settings[name]
  const [value, setValue] = useState(stored === null ? '' : String(stored / factor))
  const shown = parseDecimal(value)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={label} className={width}>
        <Input
          inputMode={unit ? 'decimal' : 'numeric'}
          unit={unit}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button
        disabled={!accepts(shown)}
        busy={update.busy}
        onClick={() => update.save({ settings: { [name]: (shown ?? 0) * factor } })}
      >
        Set
      </Button>
    </div>
  )
}
