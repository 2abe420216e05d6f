'use client'

import type { AnalysisOptions, MeasuredDomain, Measurements } from '@steelyard/contract'
import { formatCount, formatMs, formatRate } from '@steelyard/contract/format'
import { Controller, useFormContext } from 'react-hook-form'
import { cx } from '../../../lib/cx.ts'
import { parseDecimal } from '../../../lib/parse-number.ts'
import type { AnalysisForm } from '../../../lib/uploads/analysis-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TargetHistogram } from './target-histogram.tsx'

/** The targets of one domain beside what was measured. */
export function TargetRow({
  domain,
  row,
  measured,
  reading,
}: {
  domain: string
  row: number
  measured: MeasuredDomain | null
  /** How far the files have been read: once they are, what is not known was not measured. */
  reading: Measurements['state']
}) {
  const { control, register, setValue, watch, formState } = useFormContext<AnalysisForm>()
  const statistic = watch('targetStatistic')
  const targetMs = parseDecimal(watch(`targets.${row}.responseTimeMs`)) ?? null
  const faults = formState.errors.targets?.[row]
  return (
    <li className="grid items-center gap-x-5 gap-y-3 px-4 py-3 sm:px-6 xl:grid-cols-[10rem_minmax(11rem,1fr)_minmax(10rem,1.4fr)_9rem_9rem]">
      <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
        {domain}
        {measured ? (
          <span className="block text-sm font-normal text-ink-faint tabular">
            {formatCount(measured.requests)} requests, {formatRate(measured.requestsPerSecond)}
          </span>
        ) : null}
      </p>
      {measured ? (
        <MeasuredTimes measured={measured} statistic={statistic} />
      ) : (
        <p className="text-sm text-ink-faint">{unmeasuredWords[reading]}</p>
      )}
      {measured ? (
        <TargetHistogram
          measured={measured}
          targetMs={targetMs}
          suggestedMs={timeOf(measured, statistic) ?? measured.meanMs}
          onTarget={(ms) =>
            setValue(`targets.${row}.responseTimeMs`, String(ms), { shouldDirty: true })
          }
        />
      ) : (
        <span />
      )}
      <div className="grid grid-cols-2 gap-x-3 xl:contents">
        <Field
          label={
            <>
              Response time<span className="sr-only"> of {domain}</span>
            </>
          }
          error={faults?.responseTimeMs?.message}
        >
          <Input
            inputMode="decimal"
            unit="ms"
            placeholder="no target"
            {...register(`targets.${row}.responseTimeMs`)}
          />
        </Field>
        <Field
          label={
            <>
              Throughput<span className="sr-only"> of {domain}</span>
            </>
          }
          error={faults?.throughputPerSecond?.message}
        >
          <Input
            inputMode="decimal"
            unit="/s"
            placeholder="no target"
            {...register(`targets.${row}.throughputPerSecond`)}
          />
        </Field>
        <div className="col-span-2 xl:col-span-full xl:justify-self-end">
          <Controller
            control={control}
            name={`targets.${row}.isSoft`}
            render={({ field }) => (
              <Checkbox
                label={
                  <>
                    Soft<span className="sr-only"> target of {domain}</span>
                  </>
                }
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </div>
      </div>
    </li>
  )
}

type Statistic = AnalysisOptions['targetStatistic']
const unmeasuredWords: Record<Measurements['state'], string> = {
  'not-ready': 'Response times are being read …',
  'open-questions': 'Response times appear once the questions are answered',
  reading: 'Response times are being read …',
  ready: 'Response times not measured',
  failed: 'Response times not measured',
}

const times = [
  { name: 'mean', label: 'Mean', key: 'meanMs' },
  { name: 'p95', label: 'p95', key: 'p95Ms' },
  { name: 'p99', label: 'p99', key: 'p99Ms' },
] as const

function timeOf(measured: MeasuredDomain, statistic: Statistic): number | null {
  const time = times.find(({ name }) => name === statistic)
  return time ? measured[time.key] : null
}

/** The measured times; the one that the target applies to stands out. */
function MeasuredTimes({
  measured,
  statistic,
}: {
  measured: MeasuredDomain
  statistic: Statistic
}) {
  return (
    <dl className="grid grid-cols-3 gap-x-3 text-sm">
      {times.map(({ name, label, key }) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-faint">{label}</dt>
          <dd className={cx('tabular whitespace-nowrap', name === statistic && 'font-semibold')}>
            {formatMs(measured[key])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
