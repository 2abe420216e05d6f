import { expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { Name } from './name.tsx'

it('shows a short name as it is', () => {
  const { html, text } = render(<Name>xen-1</Name>)
  expect(text).toBe('xen-1')
  expect(html).toContain('title="xen-1"')
})

it('can cut a long one in its middle, and keeps all of it for screen readers and the pointer', () => {
  const name = 'xen-production-frankfurt-rack03-node-001'
  const { html } = render(<Name>{name}</Name>)
  expect(html).toContain(`title="${name}"`)
  expect(html).toContain(`<span class="sr-only">${name}</span>`)
  const seen = [...html.matchAll(/aria-hidden="true"[^>]*>([^<]*)</g)].map(([, part]) => part)
  expect(seen.at(-1)).toBe('3-node-001')
  expect(seen.join('')).toBe(name)
})
