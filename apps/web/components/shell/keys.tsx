'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { showHelp } from '../help/show-help.ts'

/** Where the key after `g` leads. */
const places: Record<string, string> = {
  f: '/',
  c: '/changes',
  l: '/lab',
  s: '/settings',
  h: '/help',
}
/** How long `g` waits for the next key, in milliseconds. */
const WAIT_MS = 1_500

/** The keys that work on every page; docs/reference/pages.md lists them. */
export function Keys() {
  const router = useRouter()
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const place = event.timeStamp - wentAt < WAIT_MS ? places[event.key] : undefined
      wentAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (place) router.push(place)
      else if (event.key === '?') showHelp(true)
      else if (event.key === 'j') moveInRows(1)
      else if (event.key === 'k') moveInRows(-1)
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type=search]')
        if (!search) return
        search.focus()
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [router])
  return null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]')
  )
}

/**
 * Moves the focus to the first link of the next or the previous row of a list, where Enter opens it.
 * A row is one of a table, or an item of a list of links.
 */
function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr, main [data-rows] > li')]
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a[href]') ?? [])
  const here = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
  const to = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step
  links[to]?.focus()
}
