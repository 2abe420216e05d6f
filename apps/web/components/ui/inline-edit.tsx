'use client'

import type { Permission } from '@steelyard/contract'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { InlineEditForm } from './inline-edit-form.tsx'
import { Permitted } from './permitted.tsx'

export interface InlineEditProps {
  /** What is edited, such as `the name of xen-1`; the pencil and the field are named after it. */
  what: string
  /** Absent for what is the user's own. */
  needs?: Permission
  /** Stores the new text; an error stays beside the field. */
  onSave: (text: string) => Promise<unknown>
}

/** Text as it is shown, with a pencil that turns it into a field in place. */
export function InlineEdit({
  text,
  hint,
  multiline = false,
  children,
  ...edit
}: InlineEditProps & {
  text: string
  hint?: string
  multiline?: boolean
  /** The text as it is shown. */
  children: ReactNode
}) {
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <InlineEditForm
        {...edit}
        text={text}
        hint={hint}
        multiline={multiline}
        onDone={() => setEditing(false)}
      />
    )
  }
  const pencil = (
    <Button
      look="quiet"
      size="small"
      // Where there is a pointer that can hover, the pencil stays out of the way until then.
      className="pointer-fine:not-focus-visible:not-group-hover/edit:opacity-0"
      aria-label={`Edit ${edit.what}`}
      onClick={() => setEditing(true)}
    >
      <Pencil aria-hidden />
    </Button>
  )
  return (
    <span className="group/edit inline-flex min-w-0 items-center gap-x-1">
      {children}
      {edit.needs ? <Permitted needs={edit.needs}>{pencil}</Permitted> : pencil}
    </span>
  )
}
