import { describe, expect, it } from 'vitest'
import { aHost, idOf } from '../../lib/testing/fixtures.ts'
import { firstPage, render, userWith } from '../../lib/testing/render.tsx'
import { ChangeHostsForm } from './change-hosts-form.tsx'
import { PoolTrust } from './pool-trust.tsx'

const host = {
  isCoordinator: false,
  isLive: true,
  isEnabled: true,
  pCpus: 1,
  cpuModel: null,
  memoryTotalBytes: null,
  memoryFreeBytes: null,
  version: null,
}
const pool = {
  id: idOf(9),
  found: {
    hosts: [
      { ...host, uuid: idOf(1), name: 'xen1', address: '192.0.2.1' },
      { ...host, uuid: idOf(2), name: 'xen2', address: '192.0.2.2' },
    ],
  },
}

describe('the hosts of a pool', () => {
  it('are ticked, and those that are in none can be', () => {
    const moves = { sshConfig: '', keyOptions: '', peers: [] }
    const hosts = [
      aHost({ id: idOf(1), name: 'xen1', connection: { moves } }),
      aHost({ id: idOf(3), name: 'free' }),
      aHost({ id: idOf(4), name: 'elsewhere', connection: { moves } }),
    ]
    const { html, text, buttons } = render(<ChangeHostsForm pool={pool} onChanged={() => {}} />, {
      known: [firstPage('listHosts', { limit: 100 }, hosts)],
    })
    const ticked = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) =>
      box.includes(' checked=""'),
    )
    expect(ticked).toEqual([true, true, false])
    expect(text).toMatch(/xen1 192\.0\.2\.1 xen2 192\.0\.2\.2 free/)
    expect(text).not.toContain('elsewhere')
    expect(buttons).toEqual(['Change the hosts (off)'])
  })

  it('are changed by whoever may change hosts', () => {
    expect(render(<PoolTrust pool={pool} />).buttons).toEqual(['Change the hosts'])
    const user = userWith(['hosts:read'])
    expect(render(<PoolTrust pool={pool} />, { user }).buttons).toEqual([])
  })
})
