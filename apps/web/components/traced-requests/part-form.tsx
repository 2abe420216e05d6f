'use client'

import type { TracedRequests } from '@steelyard/contract'
import { formatChosen } from '@steelyard/contract/format'
import { MAX_TRACED_SECONDS } from '@steelyard/contract/plain'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { NumberInput } from './number-input.tsx'
import type { AskedPart } from './part-in-address.ts'
import { useDraft } from './use-draft.ts'

/** Whose requests are shown, and which part of the trace. */
export function PartForm({
  part,
  traced,
  onChange,
}: {
  part: AskedPart
  /** What is known of the trace once it has been read. */
  traced: TracedRequests | undefined
  onChange: (changes: { domain?: string; from?: string; seconds?: string }) => void
}) {
  const [texts, type] = useDraft({
    from: String(part.fromSeconds),
    seconds: String(part.seconds),
  })
  const length = traced?.lengthSeconds ? Math.floor(traced.lengthSeconds * 10) / 10 : undefined
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      {traced && traced.domains.length > 1 ? (
        <Field label="Requests of" className="w-44">
          <Select
            value={traced.domain}
            onChange={(event) => onChange({ domain: event.target.value })}
          >
            {traced.domains.map((domain) => (
              <option key={domain}>{domain}</option>
            ))}
          </Select>
        </Field>
      ) : null}
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onChange(texts)
        }}
      >
        <div className="w-36">
          <NumberInput
            label="From"
            unit={length ? `s of ${formatChosen(length)}` : 's'}
            value={texts.from}
            max={length}
            onChange={(text) => type('from', text)}
          />
        </div>
        <div className="w-32">
          <NumberInput
            label="Length"
            unit={`s, up to ${MAX_TRACED_SECONDS}`}
            value={texts.seconds}
            min={0.001}
            max={MAX_TRACED_SECONDS}
            onChange={(text) => type('seconds', text)}
          />
        </div>
        <Button type="submit">Show this part</Button>
      </form>
    </div>
  )
}
