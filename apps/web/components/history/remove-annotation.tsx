'use client'

import { Trash2 } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Permitted } from '../ui/permitted.tsx'

/** Takes an annotation off the time axis. */
export function RemoveAnnotation({
  hostId,
  annotationId,
  text,
}: {
  hostId: string
  annotationId: string
  text: string
}) {
  const remove = useApiMutation('removeAnnotation', {
    invalidates: ['getHostTimeline', 'getHostHistory'],
  })
  return (
    <Permitted needs="analyses:write">
      <ConfirmButton
        look="quiet"
        size="small"
        icon={Trash2}
        label="Remove"
        aria-label={`Remove “${text}”`}
        title="Remove this annotation?"
        action={remove}
        onConfirm={(close) =>
          remove.mutate({ params: { id: hostId, annotationId } }, { onSuccess: close })
        }
      >
        “{text}” goes from the time axis, for everybody. The audit trail keeps it.
      </ConfirmButton>
    </Permitted>
  )
}
