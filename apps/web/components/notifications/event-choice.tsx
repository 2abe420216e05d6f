'use client'

import type { NotificationEvent } from '@steelyard/contract'
import { NOTIFICATION_EVENTS } from '@steelyard/contract/plain'
import { Checkbox } from '../ui/checkbox.tsx'
import { eventWords } from './event-words.ts'

/** What a channel sends. */
export function EventChoice({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly NotificationEvent[]
  error: string | undefined
  onChange: (chosen: NotificationEvent[]) => void
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Send a message when</legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {NOTIFICATION_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={eventWords[event]}
            checked={chosen.includes(event)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, event] : chosen.filter((each) => each !== event))
            }
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          choose at least one
        </p>
      ) : null}
    </fieldset>
  )
}
