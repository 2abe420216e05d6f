'use client'

import { TimeZoneField } from '../policy/time-zone-field.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { MomentInput } from '../ui/moment-input.tsx'
import type { ChannelDraft, ChannelFaults } from './channel-draft.ts'

/** When a channel stays silent. */
export function QuietHoursField({
  draft: { isQuiet, quietHours },
  faults,
  onChange,
}: {
  draft: ChannelDraft
  faults: ChannelFaults
  onChange: (part: Partial<ChannelDraft>) => void
}) {
  const set = (part: Partial<ChannelDraft['quietHours']>) =>
    onChange({ quietHours: { ...quietHours, ...part } })
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">Quiet hours</legend>
      <Checkbox
        label="Quiet hours"
        hint="What happens meanwhile is sent afterwards, in one message."
        checked={isQuiet}
        onChange={(checked) => onChange({ isQuiet: checked })}
      />
      {isQuiet ? (
        <div className="flex flex-wrap items-start gap-3">
          {(['from', 'to'] as const).map((edge) => (
            <Field
              key={edge}
              label={edge === 'from' ? 'From' : 'To'}
              error={faults[`quietHours.${edge}`]}
              className="w-32"
            >
              <MomentInput
                type="time"
                value={quietHours[edge]}
                onChange={(event) => set({ [edge]: event.target.value })}
              />
            </Field>
          ))}
          <TimeZoneField
            timeZone={quietHours.timeZone}
            error={faults['quietHours.timeZone']}
            onChange={(timeZone) => set({ timeZone })}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
