'use client'

import { type FormEvent, useState } from 'react'
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts'
import type { Span } from '../../lib/span.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { MomentInput } from '../ui/moment-input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

export function AnnotationForm({
  hostId,
  selected,
  onDone,
}: {
  hostId: string
  selected: Span | null
  onDone: () => void
}) {
  const add = useApiMutation('addAnnotation', {
    invalidates: ['getHostTimeline', 'getHostHistory'],
  })
  const [fault, setFault] = useState<string>()

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const [text, from, to] = ['text', 'at', 'to'].map((name) => String(entered.get(name) ?? ''))
    const at = fromLocalInput(from!)
    const end = fromLocalInput(to!)
    const isRange = at !== null && (end === null ? to === '' : at < end)
    setFault(isRange ? undefined : 'Two times, the later one last; or the first alone.')
    if (!isRange) return
    try {
      await add.mutateAsync({ params: { id: hostId }, body: { at, to: end, text: text! } })
      onDone()
    } catch {
      // The mutation's own state shows the error.
    }
  }

  const at = new Date(selected?.from ?? Date.now()).toISOString()
  const to = selected ? new Date(selected.to).toISOString() : null
  return (
    <form onSubmit={(event) => void save(event)} className="space-y-4">
      <Field label="What happened">
        <Input name="text" required maxLength={300} placeholder="Version 2 was rolled out" />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="From" error={fault}>
          <MomentInput
            type="datetime-local"
            step={1}
            name="at"
            required
            defaultValue={toLocalInput(at)}
          />
        </Field>
        <Field label="To (optional)">
          <MomentInput type="datetime-local" step={1} name="to" defaultValue={toLocalInput(to)} />
        </Field>
      </div>
      <ProblemAlert error={add.error} title="The annotation could not be added" />
      <Button type="submit" look="primary" busy={add.isPending}>
        Add
      </Button>
    </form>
  )
}
