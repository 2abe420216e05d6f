'use client'

import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import type { InlineEditProps } from './inline-edit.tsx'
import { Input } from './input.tsx'
import { Textarea } from './textarea.tsx'

/** Enter saves, Escape leaves everything as it was. */
export function InlineEditForm({
  what,
  text,
  hint,
  multiline,
  onSave,
  onDone,
}: Pick<InlineEditProps, 'what' | 'onSave'> & {
  text: string
  hint?: string
  multiline: boolean
  onDone: () => void
}) {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  async function save(event: FormEvent) {
    event.preventDefault()
    const next = String(new FormData(form.current!).get('text')).trim()
    if (next === text) return onDone()
    setSaving(true)
    try {
      await onSave(next)
      onDone()
    } catch (failure) {
      const { detail, invalidParams } = problemOf(failure)
      setError(invalidParams?.[0]?.reason ?? detail)
      setSaving(false)
    }
  }

  function leave({ key }: KeyboardEvent) {
    if (key === 'Escape') onDone()
  }

  const Control = multiline ? Textarea : Input
  return (
    <form
      ref={form}
      onSubmit={save}
      className="flex w-full flex-wrap items-start gap-2 text-base font-normal tracking-normal"
    >
      <Field
        label={`Edit ${what}`}
        hideLabel
        hint={hint}
        error={error}
        className="min-w-48 flex-1 basis-48"
      >
        <Control name="text" defaultValue={text} autoComplete="off" onKeyDown={leave} autoFocus />
      </Field>
      <Button type="submit" look="primary" busy={saving}>
        Save
      </Button>
      <Button look="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}
