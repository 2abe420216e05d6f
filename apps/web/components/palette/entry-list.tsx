'use client'

import { useEffect, useRef } from 'react'
import { cx } from '../../lib/cx.ts'
import { groupBy } from '../../lib/group-by.ts'
import { Name } from '../ui/name.tsx'
import type { Entry } from './entries.ts'

/** The entries under the headings of their groups; the active one stays in view. */
export function EntryList({
  id,
  entries,
  active,
  onOpen,
}: {
  id: string
  entries: readonly Entry[]
  active: Entry | undefined
  onOpen: (entry: Entry) => void
}) {
  const activeItem = useRef<HTMLDivElement>(null)
  useEffect(() => {
    activeItem.current?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])
  if (entries.length === 0) {
    return (
      <p className="px-4 py-6 text-center text-sm text-ink-soft">
        Nothing is called that. Try “help”.
      </p>
    )
  }
  return (
    <div id={id} role="listbox" aria-label="Results" className="overflow-y-auto p-2" tabIndex={-1}>
      {[...groupBy(entries, ({ group }) => group)].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-ink-faint">
            {group}
          </p>
          {members.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
            <div
              key={entry.id}
              id={`${id} ${entry.id}`.replaceAll(' ', '-')}
              ref={entry === active ? activeItem : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={entry === active}
              onClick={() => onOpen(entry)}
              className={cx(
                'flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-md px-3 text-sm',
                entry === active ? 'bg-accent-soft text-accent' : 'hover:bg-sunken',
              )}
            >
              <span className="min-w-0">
                <Name>{entry.label}</Name>
              </span>
              {entry.hint ? (
                <span className="max-w-1/2 min-w-0 shrink-0 text-xs text-ink-faint">
                  <Name>{entry.hint}</Name>
                </span>
              ) : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
