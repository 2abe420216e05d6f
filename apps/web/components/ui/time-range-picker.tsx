'use client'

import { CalendarClock } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts'
import { paramsOf, type TimePreset, type TimeRange, timePresets } from '../../lib/time-range.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { MomentInput } from './moment-input.tsx'
import { PopoverButton } from './popover-button.tsx'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'

/** When, and by which clock: one choice in the address for all pages of a host that show times. */
export function TimeRangePicker({
  range,
  canBeLive = false,
}: {
  /** Null where the page is live. */
  range: TimeRange | null
  canBeLive?: boolean
}) {
  const zone = useSearchParams().get('zone')
  return (
    <div className="in-data-kiosk:hidden print:hidden">
      <PopoverButton
        size="small"
        aria-label={`Time range: ${rangeWords(range)}${zone ? `, ${zone}` : ''}`}
        panelLabel="Time range"
        panelClassName="w-[26rem] space-y-4 p-4 text-sm"
        panel={() => <Choices range={range} zone={zone} canBeLive={canBeLive} />}
      >
        <CalendarClock aria-hidden />
        <span>{rangeWords(range)}</span>
        {zone ? <span className="text-ink-faint">{zone}</span> : null}
      </PopoverButton>
    </div>
  )
}

function rangeWords(range: TimeRange | null): string {
  if (!range) return 'Live, last 30 min'
  if (range.preset === 'all') return 'All'
  const known = timePresets.find(({ value }) => value === range.preset)
  if (known) return `Last ${known.label}`
  return [range.from, range.to].map((at) => formatDateTime(new Date(at).toISOString())).join(' – ')
}

function Choices({
  range,
  zone,
  canBeLive,
}: {
  range: TimeRange | null
  zone: string | null
  canBeLive: boolean
}) {
  const [, change] = useQueryParams()
  const [fault, setFault] = useState<string>()

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const [from, to] = ['from', 'to'].map((name) =>
      Date.parse(fromLocalInput(String(entered.get(name) ?? '')) ?? ''),
    ) as [number, number]
    const isRange = from < to
    setFault(isRange ? undefined : 'Two times, the later one last.')
    if (isRange) change(paramsOf({ from, to }))
  }

  const instants = range?.preset === 'all' ? null : range
  return (
    <>
      <div className="-m-0.5 overflow-x-auto p-0.5">
        <Segmented<TimePreset>
          label="Range"
          options={timePresets}
          value={range?.preset ?? null}
          onChange={(preset) => change({ range: preset, from: undefined, to: undefined })}
        />
      </div>
      <form
        noValidate
        onSubmit={show}
        key={instants ? `${instants.from} ${instants.to}` : ''}
        className="grid gap-x-3 gap-y-2"
      >
        <Field label="From" error={fault}>
          <Instant name="from" at={instants?.from} />
        </Field>
        <Field label="To">
          <Instant name="to" at={instants?.to} />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" size="small">
            Show
          </Button>
          {canBeLive && range ? (
            <Button look="quiet" size="small" onClick={() => change(LIVE)}>
              Back to live
            </Button>
          ) : null}
        </div>
      </form>
      <Field label="Clock" hint="All times of this page follow it, and so does the link.">
        <Select value={zone ?? ''} onChange={({ target }) => change({ zone: target.value })}>
          <option value="">Of this browser ({here()})</option>
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

const LIVE = { range: undefined, from: undefined, to: undefined }

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function Instant({ name, at }: { name: string; at: number | undefined }) {
  return (
    <MomentInput
      type="datetime-local"
      step={1}
      name={name}
      className="h-9"
      defaultValue={at === undefined ? '' : toLocalInput(new Date(at).toISOString())}
    />
  )
}
