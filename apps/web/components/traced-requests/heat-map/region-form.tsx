'use client'

import { Button } from '../../ui/button.tsx'
import { NumberInput } from '../number-input.tsx'
import type { Region } from '../region.ts'
import { useDraft } from '../use-draft.ts'

/** Selects requests by numbers: the way for whoever does not draw the region. */
export function RegionForm({
  region,
  onSelect,
}: {
  region: Region
  onSelect: (region: Region) => void
}) {
  const [texts, type] = useDraft({
    fromSeconds: String(region.fromSeconds),
    toSeconds: String(region.toSeconds),
    fromMs: String(region.fromMs),
    toMs: String(region.toMs),
  })
  const fieldOf = (name: keyof Region, label: string, unit: string, min = 0) => (
    <NumberInput
      label={label}
      unit={unit}
      value={texts[name]}
      min={min}
      onChange={(text) => type(name, text)}
    />
  )
  return (
    <form
      aria-label="Selected requests"
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSelect({
          fromSeconds: Number(texts.fromSeconds),
          toSeconds: Number(texts.toSeconds),
          fromMs: Number(texts.fromMs),
          toMs: Number(texts.toMs),
        })
      }}
    >
      <div className="grid max-w-2xl grid-cols-2 gap-3 sm:grid-cols-4">
        {fieldOf('fromSeconds', 'Began from', 's')}
        {fieldOf('toSeconds', 'Began until', 's', Number(texts.fromSeconds))}
        {fieldOf('fromMs', 'Took from', 'ms')}
        {fieldOf('toMs', 'Took up to', 'ms', Number(texts.fromMs))}
      </div>
      <Button type="submit">Select these</Button>
    </form>
  )
}
