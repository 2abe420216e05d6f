import type { ReactNode } from 'react'
import { InlineEdit, type InlineEditProps } from './inline-edit.tsx'

/** A name that can be changed where it stands, such as in a heading; `children` is how it looks. */
export function EditableName({
  name,
  children,
  ...edit
}: Omit<InlineEditProps, 'what'> & { name: string; children?: ReactNode }) {
  return (
    <InlineEdit {...edit} what={`the name of ${name}`} text={name}>
      {children ?? <span className="[overflow-wrap:anywhere]">{name}</span>}
    </InlineEdit>
  )
}
