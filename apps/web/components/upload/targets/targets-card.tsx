'use client'

import type { AnalysisOptions, Measurements } from '@steelyard/contract'
import { formatDuration } from '@steelyard/contract/format'
import { Controller, useFormContext } from 'react-hook-form'
import { targetWindows } from '../../../lib/target-windows.ts'
import type { AnalysisForm } from '../../../lib/uploads/analysis-form.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'
import { choices } from './option-choices.ts'
import { TargetRow } from './target-row.tsx'

const statistics = Object.entries(choices.targetStatistic.values).map(([value, label]) => ({
  value: value as AnalysisOptions['targetStatistic'],
  label,
}))

/** What each domain has to keep, beside what it did. */
export function TargetsCard({
  guests,
  measurements,
}: {
  guests: string[]
  measurements: Measurements | undefined
}) {
  const { control, register, watch } = useFormContext<AnalysisForm>()
  return (
    <Card>
      <CardHeader
        title="Targets"
        description={`${measuredWords(measurements)} A guest without a target is analysed too. A soft response time may be exceeded so that others meet their targets.`}
        action={
          <div className="flex flex-wrap items-center justify-end gap-2">
            <Controller
              control={control}
              name="targetStatistic"
              render={({ field }) => (
                <Segmented
                  label={choices.targetStatistic.label}
                  options={statistics}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
            <Select
              aria-label="Targets must hold"
              className="h-9 w-56"
              {...register('targetWindowSeconds')}
            >
              {targetWindows(watch('targetWindowSeconds')).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        }
      />
      {measurements?.trouble ? (
        <CardBody>
          <TroubleAlert trouble={measurements.trouble} title="The files could not be read" />
        </CardBody>
      ) : null}
      <ul className="divide-y divide-line pt-2">
        {guests.map((domain, row) => (
          <TargetRow
            key={domain}
            domain={domain}
            row={row}
            measured={measurements?.domains.find((each) => each.domain === domain) ?? null}
            reading={measurements?.state ?? 'reading'}
          />
        ))}
      </ul>
      <CardBody className="border-t border-line">
        <Controller
          control={control}
          name="rememberTargets"
          render={({ field }) => (
            <Checkbox
              label="Keep these targets on the host for the next analyses"
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </CardBody>
    </Card>
  )
}

function measuredWords(measurements: Measurements | undefined): string {
  if (measurements?.state === 'reading') return 'The files are being read.'
  if (!measurements?.span) return ''
  const { from, to } = measurements.span
  return `Measured over ${formatDuration((Date.parse(to) - Date.parse(from)) / 1000)}; drag a line to set a target.`
}
