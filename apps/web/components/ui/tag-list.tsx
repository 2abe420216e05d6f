'use client'

import type { Permission } from '@steelyard/contract'
import { Badge } from './badge.tsx'
import { InlineEdit } from './inline-edit.tsx'
import { tagsOf } from './tags-of.ts'

/** Tags, edited in place as words between commas. */
export function TagList({
  tags,
  of,
  needs,
  onSave,
}: {
  tags: readonly string[]
  /** The name of what is tagged. */
  of: string
  needs: Permission
  onSave: (tags: string[]) => Promise<unknown>
}) {
  return (
    <InlineEdit
      what={`the tags of ${of}`}
      text={tags.join(', ')}
      hint="Separate tags with commas."
      needs={needs}
      onSave={(text) => onSave(tagsOf(text))}
    >
      <span className="flex min-w-0 flex-wrap gap-1">
        {tags.length === 0 ? (
          <span className="text-sm whitespace-nowrap text-ink-faint">No tags</span>
        ) : null}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    </InlineEdit>
  )
}
