import { expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import type { Entry } from './entries.ts'
import { EntryList } from './entry-list.tsx'
import { nextIndex } from './palette.tsx'
import { PaletteButton } from './palette-button.tsx'

const entry = (group: string, label: string): Entry => ({
  id: `${group} ${label}`,
  group,
  label,
  target: { href: '/' },
})

it('is reached by a button that says which keys do the same', () => {
  const { html, buttons } = render(<PaletteButton />)
  expect(buttons).toEqual(['Go to'])
  expect(html).toContain('aria-keyshortcuts="Control+K Meta+K"')
})

it('lists the entries by group and marks the active one for screen readers', () => {
  const [now, host] = [entry('xen-1', 'Now'), entry('Hosts', 'xen-2')]
  const { html, text } = render(
    <EntryList id="list" entries={[now, host]} active={host} onOpen={() => {}} />,
  )
  expect(text).toBe('xen-1 Now Hosts xen-2')
  expect(html).toMatch(/id="list-Hosts-xen-2" role="option"[^>]*aria-selected="true"/)
  expect(html.match(/aria-selected="true"/g)).toHaveLength(1)
})

it('says that nothing fits', () => {
  const { text } = render(<EntryList id="list" entries={[]} active={undefined} onOpen={() => {}} />)
  expect(text).toBe('Nothing is called that. Try “help”.')
})

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 9, 0],
  ['ArrowUp', 0, 9],
  ['PageDown', 4, 9],
  ['PageUp', 4, 0],
  ['a', 4, null],
])('%s moves from %d to %s of ten', (key, from, to) => {
  expect(nextIndex(key, from, 10)).toBe(to)
})
