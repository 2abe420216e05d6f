'use client'

import type { LoopDecision } from '@steelyard/contract'
import { LOOP_DECISIONS } from '@steelyard/contract/plain'
import { groupBy } from '../../lib/group-by.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { decisionLooks } from './decision-words.ts'

const groups = [...groupBy(LOOP_DECISIONS, (decision) => decisionLooks[decision].group)]

export function DecisionFilter({
  decision,
  onChange,
}: {
  decision: LoopDecision | undefined
  onChange: (decision: string | undefined) => void
}) {
  return (
    <Field label="Decision" hideLabel className="w-56">
      <Select
        value={decision ?? ''}
        onChange={({ target: { value } }) => onChange(value || undefined)}
      >
        <option value="">All decisions</option>
        {groups.map(([group, decisions]) => (
          <optgroup key={group} label={group}>
            {decisions.map((each) => (
              <option key={each} value={each}>
                {decisionLooks[each].word}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}
