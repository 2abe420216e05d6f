'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

export function OtherName({
  onName,
  onCancel,
}: {
  onName: (name: string) => void
  onCancel: () => void
}) {
  const [name, setName] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) onName(name.trim())
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label="Name of the domain" className="flex-1 basis-36">
        <Input
          autoFocus
          value={name}
          maxLength={128}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={!name.trim()}>
        Use
      </Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
