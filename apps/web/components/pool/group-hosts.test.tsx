import { expect, it } from 'vitest'
import { aHost, idOf } from '../../lib/testing/fixtures.ts'
import { firstPage, render } from '../../lib/testing/render.tsx'
import { GroupHosts } from './group-hosts.tsx'

const moves = { sshConfig: '', keyOptions: '', peers: [] }
const shown = (hosts: ReturnType<typeof aHost>[]) =>
  render(<GroupHosts />, { known: [firstPage('listHosts', { limit: 100 }, hosts)] })

it('offers the hosts that are connected and in no pool yet', () => {
  const { text, buttons } = shown([
    aHost({ id: idOf(1), name: 'xen1' }),
    aHost({ id: idOf(2), name: 'xen2' }),
    aHost({ id: idOf(3), name: 'grouped', connection: { moves } }),
    aHost({ id: idOf(4), name: 'later', connection: { state: 'none' } }),
  ])
  expect(text).toMatch(/xen1.*xen2/)
  expect(text).not.toMatch(/grouped|later|A pool takes two/)
  expect(buttons).toContain('Make the pool (off)')
})

it('says what to do where there are too few', () => {
  expect(shown([aHost({ name: 'xen1' })]).text).toContain('A pool takes two hosts')
})
