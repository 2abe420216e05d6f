import { formatCap, formatCount, formatShare } from '@steelyard/contract/format'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { ShareBar } from '../../charts/share-bar.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { HandSetDomain } from './hand-set.ts'
import type { HandSetValues } from './hand-set-schema.ts'

export function HandSetRow({
  domain,
  guests,
  shareBefore,
  shareAfter,
  weight,
  cap,
  errors,
}: {
  domain: HandSetDomain
  guests: readonly string[]
  shareBefore: number
  shareAfter: number
  weight: UseFormRegisterReturn
  cap: UseFormRegisterReturn
  errors: FieldErrors<HandSetValues['rows'][number]> | undefined
}) {
  return (
    <li className="grid items-start grid-cols-2 gap-x-6 gap-y-3 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,2fr)_9rem_9rem]">
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium [overflow-wrap:anywhere]">{domain.name}</span>
          <span className="text-sm text-ink-soft">
            share <BeforeAfter before={formatShare(shareBefore)} after={formatShare(shareAfter)} />
          </span>
        </div>
        <ShareBar domain={domain.name} guests={guests} share={shareAfter} before={shareBefore} />
      </div>
      <Field
        label={
          <>
            Weight<span className="sr-only"> of {domain.name}</span>
          </>
        }
        hint={`now ${formatCount(domain.weight)}`}
        error={errors?.weight?.message}
      >
        <Input type="number" inputMode="numeric" min={1} max={65_535} step={1} {...weight} />
      </Field>
      <Field
        label={
          <>
            Cap<span className="sr-only"> of {domain.name}</span>
          </>
        }
        hint={`now ${formatCap(domain.cap)}`}
        error={errors?.cap?.message}
      >
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          max={domain.maxCap}
          step={1}
          unit="%"
          {...cap}
        />
      </Field>
    </li>
  )
}
