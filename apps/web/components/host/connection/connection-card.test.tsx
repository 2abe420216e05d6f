import type { HostConnection } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aHost, aJob, FINGERPRINT, idOf, OTHER_FINGERPRINT } from '../../../lib/testing/fixtures.ts'
import { answer, render, userWith } from '../../../lib/testing/render.tsx'
import { ConnectForm } from './connect-form.tsx'
import { ConnectionCard } from './connection-card.tsx'

const reader = userWith(['hosts:read'])

function card(connection: Partial<HostConnection>, user = userWith()) {
  return render(<ConnectionCard host={aHost({ connection })} />, { user })
}

describe('a host without a connection', () => {
  const none = { state: 'none', pinnedFingerprint: null } as const

  it('states that none is needed', () => {
    const { text } = card(none)
    expect(text).toContain('Not connected')
    expect(text).toContain('Analyses work without a connection.')
  })

  it('asks for address, port and account', () => {
    const { text, buttons } = render(
      <ConnectForm host={aHost({ connection: none })} submitLabel="Go" />,
    )
    expect(text).toMatch(/Address.*Port.*Account/)
    expect(buttons).toEqual(['Go'])
  })

  it('explains to users without the permission why there is no form', () => {
    const { text, buttons } = card(none, reader)
    expect(text).toContain('Your role, viewer, does not include connecting hosts.')
    expect(buttons).toEqual([])
  })
})

describe('a host whose key waits to be confirmed', () => {
  const waiting = {
    state: 'awaiting-confirmation',
    offeredFingerprint: OTHER_FINGERPRINT,
    pinnedFingerprint: null,
  } as const

  it('shows the key, how to compare it, and what to install, before anything can be confirmed', () => {
    const { text, buttons } = card(waiting)
    expect(text).toContain('Is this really xen-1?')
    expect(text).toContain(OTHER_FINGERPRINT)
    expect(text).toContain('ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub')
    expect(text).toContain('~steelyard/.ssh/authorized_keys')
    expect(text).toContain('visudo -f /etc/sudoers.d/steelyard')
    expect(buttons).toContain('The console prints the same key')
    expect(buttons.join()).not.toContain('Confirm and connect')
    expect(buttons).toContain('The key differs: stop')
  })

  it('lets readers see the key but not confirm it', () => {
    const { text, buttons } = card(waiting, reader)
    expect(text).toContain(OTHER_FINGERPRINT)
    expect(buttons.join()).not.toContain('same')
  })

  it('needs no sudo rules and no account where it signs in as root', () => {
    const { text } = card({ ...waiting, username: 'root', sudoersSnippet: null })
    expect(text).not.toContain('sudoers')
    expect(text).not.toContain('useradd')
    expect(text).toContain('~root/.ssh/authorized_keys')
  })

  it('shows in a pool of hosts what moves need, with the keys to compare', () => {
    const peer = { hostId: idOf(9), name: 'xen2', alias: 'steelyard-0123456789ab' }
    const peers = [{ ...peer, address: '192.0.2.8', port: 2222, fingerprint: FINGERPRINT }]
    const sshConfig = 'Host steelyard-0123456789ab'
    const moves = { sshConfig, keyOptions: 'restrict,command="xl migrate-receive"', peers }
    const { text } = card({ ...waiting, moves })
    expect(text).toContain('ssh-keyscan -t ed25519 -p 2222 192.0.2.8')
    for (const shown of [sshConfig, moves.keyOptions, `xen2: ${FINGERPRINT}`])
      expect(text).toContain(shown)
  })

  it('waits for a key that has not arrived yet', () => {
    const { text, buttons } = card({ ...waiting, offeredFingerprint: null })
    expect(text).toContain('Loading the key')
    expect(buttons).toEqual([])
  })
})

describe('a connected host', () => {
  it('shows the account, the key and the last reading', () => {
    const { text, buttons } = card({ state: 'connected' })
    expect(text).toContain('steelyard@192.0.2.7, port 22')
    expect(text).toContain(FINGERPRINT)
    expect(text).toContain('Last read 2 hours ago')
    expect(buttons.slice(0, 2)).toEqual(['Read the host again', 'Disconnect'])
  })

  it('has no buttons for readers', () => {
    const { buttons } = card({ state: 'connected' }, reader)
    expect(buttons.filter((name) => !name.startsWith('Copy'))).toEqual([])
  })
})

describe('a connection that fails', () => {
  const failing = (code: string, more: Partial<HostConnection> = {}) =>
    card({ state: 'failing', trouble: { code, message: 'It did not answer.' }, ...more })

  it('states why, and can be tried again', () => {
    const { text, buttons } = failing('unreachable')
    expect(text).toContain('Error: It did not answer.')
    expect(buttons.slice(0, 2)).toEqual(['Try again', 'Disconnect'])
    expect(text).toContain('Change address or account')
    expect(text).not.toContain('authorized_keys')
  })

  it.each(['auth-failed', 'permission-denied'])('shows what to install after %s', (code) => {
    expect(failing(code).text).toContain('~steelyard/.ssh/authorized_keys')
  })

  it('begins anew where no key was ever pinned', () => {
    const { text, buttons } = failing('unreachable', { pinnedFingerprint: null })
    expect(buttons).toEqual([])
    expect(text).not.toContain('Change address or account')
  })

  it('shows the other key together with the confirmed one, and offers no way to simply continue', () => {
    const { text, buttons } = failing('host-key-changed', { offeredFingerprint: OTHER_FINGERPRINT })
    expect(text).toContain('xen-1 presents a different key')
    expect(text).toContain(`Confirmed key ${FINGERPRINT} Key shown now ${OTHER_FINGERPRINT}`)
    expect(buttons).toEqual(['Disconnect'])
  })

  it('states that no reason was recorded', () => {
    expect(card({ state: 'failing' }).text).toContain('No reason was recorded.')
  })
})

describe('a host that is being worked on', () => {
  const host = aHost({ jobId: idOf(9), connection: { state: 'connecting' } })

  it('shows the progress of the work', () => {
    const job = aJob({
      progress: { stage: 'Reading the guests', done: 2, total: 4, unit: 'domains', message: null },
    })
    const known = [answer('getJob', { params: { id: idOf(9) } }, job)]
    const { text } = render(<ConnectionCard host={host} />, { known })
    expect(text).toContain('Reading the guests 50 %')
    expect(text).toContain('2 of 4 guests')
  })

  it('shows that it is connecting while no job is known', () => {
    expect(card({ state: 'probing' }).text).toContain('Connecting')
  })
})
