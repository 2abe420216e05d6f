'use client'

import { useRouter } from 'next/navigation'
import { useTheme } from 'next-themes'
import { type KeyboardEvent, useId, useState } from 'react'
import { showHelp } from '../help/show-help.ts'
import { askToStop } from '../loop-stop/ask-to-stop.ts'
import { Modal } from '../ui/modal.tsx'
import { type Entry, findEntries } from './entries.ts'
import { EntryList } from './entry-list.tsx'
import { useEntries } from './use-entries.ts'

/** Finds anything by a few letters; the keyboard moves, Enter goes there. */
export function Palette({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  return (
    <Modal
      labelledBy={titleId}
      onClose={onClose}
      className="mx-auto mt-[12vh] max-h-[70vh] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-xl border open:flex open:flex-col"
    >
      <h2 id={titleId} className="sr-only">
        Go to
      </h2>
      <Finder onClose={onClose} />
    </Modal>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const router = useRouter()
  const { setTheme } = useTheme()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const found = findEntries(useEntries(), text)
  const active = found[Math.min(index, found.length - 1)]

  function open({ target }: Entry) {
    onClose()
    if ('href' in target) router.push(target.href)
    else if ('theme' in target) setTheme(target.theme)
    else if (target.asks === 'to-stop') askToStop(true)
    else showHelp(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = found.length > 0 ? nextIndex(event.key, index, found.length) : null
    if (to !== null) setIndex(to)
    else if (event.key === 'Enter' && active) open(active)
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Go to a host, a guest, a page, a recording, an action or help"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${listId} ${active.id}`.replaceAll(' ', '-') : undefined}
        placeholder="Host, guest, page, recording, help …"
        className="h-12 shrink-0 border-b border-line bg-transparent px-4 outline-none placeholder:text-ink-faint"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <EntryList id={listId} entries={found} active={active} onOpen={open} />
      <p role="status" className="sr-only">
        {found.length === 1 ? '1 result' : `${found.length} results`}
      </p>
    </>
  )
}

/** Where a key moves to in a list that goes round; null for any other key. */
export function nextIndex(key: string, from: number, count: number): number | null {
  if (key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowUp') return (from - 1 + count) % count
  if (key === 'PageDown') return Math.min(from + 8, count - 1)
  if (key === 'PageUp') return Math.max(from - 8, 0)
  return null
}
