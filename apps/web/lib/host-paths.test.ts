import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hostPath, hostTabs } from './host-paths.ts'

it.each([
  [hostPath('h'), '/hosts/h'],
  [hostPath('h', 'evidence'), '/hosts/h/evidence'],
  [hostPath('h', '', 'a'), '/hosts/h?recording=a'],
  [hostPath('h', 'load-balancer', 'a'), '/hosts/h/load-balancer?recording=a'],
])('%s is the path of a tab', (path, expected) => {
  expect(path).toBe(expected)
})

it.each(hostTabs)('the tab $label has a page in its folder', ({ segment }) => {
  const folder = new URL('../app/(signed-in)/hosts/[id]/', import.meta.url)
  const page = new URL(segment ? `${segment}/page.tsx` : 'page.tsx', folder)
  expect(existsSync(page), page.pathname).toBe(true)
})
