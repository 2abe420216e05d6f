import { expect, it } from 'vitest'
import { HostError } from '../host-error.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { Contact } from './contact.ts'

/** A connection that remembers whether it was closed. */
function closable() {
  const shell: RemoteShell = {
    ...localShell(sampleHost()),
    close: async () => {
      state.isClosed = true
    },
  }
  const state = { shell, isClosed: false }
  return state
}

/** A contact whose reconnections fail with these errors, and then succeed. */
function contactAfter(errors: unknown[], reconnectAttempts: number) {
  const [first, next] = [closable(), closable()]
  const state = { first, next, tries: 0 }
  const contact = new Contact(first.shell, {
    reconnect: async () => {
      state.tries += 1
      if (errors.length > 0) throw errors.shift()
      return next.shell
    },
    reconnectAttempts,
    reconnectDelayMs: 1,
  })
  return { contact, state }
}

const unreachable = () => new HostError('unreachable', 'No answer.')

it('tries again until it succeeds, and then closes only what it opened', async () => {
  const { contact, state } = contactAfter([unreachable(), new TypeError('a bug')], 3)
  expect(contact.shell).toBe(state.first.shell)
  await contact.renew()
  expect(state.tries).toBe(3)
  expect(contact.shell).toBe(state.next.shell)
  await contact.release()
  expect([state.first.isClosed, state.next.isClosed]).toEqual([false, true])
})

it('gives up after the last attempt, with the host’s error', async () => {
  const last = new HostError('timeout', 'No answer in time.')
  const { contact, state } = contactAfter([unreachable(), last], 2)
  await expect(contact.renew()).rejects.toBe(last)
  expect(state.tries).toBe(2)
  expect(contact.shell).toBe(state.first.shell)
})

it('calls any other error unreachable, and keeps it as the detail', async () => {
  const { contact } = contactAfter([new TypeError('a bug')], 1)
  await expect(contact.renew()).rejects.toMatchObject({
    name: 'HostError',
    code: 'unreachable',
    detail: 'TypeError: a bug',
  })
})

it('does not wait for what waiting cannot change', async () => {
  const refused = new HostError('auth-failed', 'The host rejected the key.')
  const { contact, state } = contactAfter([refused], 5)
  await expect(contact.renew()).rejects.toBe(refused)
  expect(state.tries).toBe(1)
})

it('makes six attempts by default', () => {
  const { shell } = closable()
  expect(new Contact(shell, { reconnect: async () => shell }).attempts).toBe(6)
})
