'use client'

import { formatShare } from '@steelyard/contract/format'
import { LEAST_SHARE } from '@steelyard/contract/plain'
import { Plus } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { type Faults, newPayer, type PayerRow, type PolicyDraft } from './policy-draft.ts'

/** Which guests may be given less, and how far. */
export function PayersField({
  draft: { everyGuestPays, payers },
  faults,
  canName,
  onChange,
}: {
  draft: PolicyDraft
  faults: Faults
  /** Whether guests are named here, because the policy is for hosts that have others. */
  canName: boolean
  onChange: (part: Partial<PolicyDraft>) => void
}) {
  const change = (index: number, part: Partial<PayerRow>) =>
    onChange({ payers: payers.map((row, i) => (i === index ? { ...row, ...part } : row)) })
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">Who may be given less</legend>
      <Checkbox
        label={`Every guest, down to ${formatShare(LEAST_SHARE)} of the guests’ weights`}
        hint="A guest without a target pays first, at once and down to this part. One with a soft target is spared where that is enough. Untick it to choose who may pay, and how far."
        checked={everyGuestPays}
        onChange={(checked) => onChange({ everyGuestPays: checked })}
      />
      {everyGuestPays ? null : (
        <ul className="space-y-3 rounded-lg border border-line p-3">
          <li className="text-sm text-ink-faint">
            Who is ticked may be given less, down to this part of the guests’ weights.
          </li>
          {payers.map((row, index) => (
            <li key={index} className="flex flex-wrap items-start gap-x-4">
              <PayerName
                row={row}
                canName={canName}
                error={faults[`payers.${index}.domain`]}
                number={index + 1}
                onChange={(part) => change(index, part)}
              />
              <Field
                label={`Least part of ${row.domain || `guest ${index + 1}`}`}
                hideLabel
                error={faults[`payers.${index}.leastPercent`]}
                className="w-28"
              >
                <Input
                  inputMode="decimal"
                  unit="%"
                  disabled={!row.mayPay}
                  value={row.leastPercent}
                  onChange={(event) => change(index, { leastPercent: event.target.value })}
                />
              </Field>
            </li>
          ))}
          {payers.length === 0 ? (
            <li className="text-sm text-ink-soft">
              {canName
                ? 'Nobody: name the guests that may pay.'
                : 'No guest of this host is known yet.'}
            </li>
          ) : null}
          {canName ? (
            <li>
              <Button
                size="small"
                disabled={payers.length >= 64}
                onClick={() => onChange({ payers: [...payers, newPayer()] })}
              >
                <Plus aria-hidden /> Name a guest
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </fieldset>
  )
}

function PayerName({
  row: { domain, mayPay },
  canName,
  error,
  number,
  onChange,
}: {
  row: PayerRow
  canName: boolean
  error: string | undefined
  number: number
  onChange: (part: Partial<PayerRow>) => void
}) {
  return (
    <div className="flex min-h-10 w-56 max-w-full items-start gap-3">
      <span className="pt-2.5">
        <Checkbox
          label={canName ? `Guest ${number} may be given less` : domain}
          hideLabel={canName}
          checked={mayPay}
          onChange={(checked) => onChange({ mayPay: checked })}
        />
      </span>
      {canName ? (
        <Field label={`Name of guest ${number}`} hideLabel error={error} className="flex-1">
          <Input
            placeholder="name of the guest"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={domain}
            onChange={(event) => onChange({ domain: event.target.value })}
          />
        </Field>
      ) : null}
    </div>
  )
}
