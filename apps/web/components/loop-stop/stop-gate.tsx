'use client'

import { type FormEvent, useRef, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { askToStop, useIsAskingToStop } from './ask-to-stop.ts'

/** The question whether to stop everything, over whatever page is open. */
export function StopGate() {
  return useIsAskingToStop() ? <StopDialog onClose={() => askToStop(false)} /> : null
}

export function StopDialog({ onClose }: { onClose: () => void }) {
  const stop = useApiMutation('stopLoop', {
    invalidates: ['getLoop', 'getHostPolicy', 'listJournal'],
  })
  const [reason, setReason] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    stop.mutate({ body: { reason } }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Stop everything?"
      initialFocus={input}
      description="From now on, Steelyard changes no host by itself, whatever the policies say. Watching and recommending go on, people can still apply plans, and a change that has begun is finished."
    >
      <form method="post" onSubmit={submit} className="space-y-4">
        <Field label="Reason" hint="Everybody reads it on every page until someone resumes.">
          <Input
            ref={input}
            required
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <ProblemAlert error={stop.error} title="The loop could not be stopped" />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={stop.isPending} disabled={!reason.trim()}>
            Stop everything
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
