import { describe, expect, it } from 'vitest'
import {
  aDomain,
  aGuestLog,
  aHost,
  FINGERPRINT,
  OTHER_FINGERPRINT,
} from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { ConfirmGuestKey, GuestLogFailing, GuestLogReady } from './guest-log-states.tsx'

const host = aHost()
const domain = aDomain('vm1')
const reader = userWith(['hosts:read'])
const withoutCopy = (buttons: string[]) => buttons.filter((name) => !name.startsWith('Copy'))

describe('an access log that can be followed', () => {
  const ready = (guestLog = aGuestLog(), user = userWith()) =>
    render(<GuestLogReady host={host} domain={domain} guestLog={guestLog} />, { user })

  it('shows where it is, who reads it, and with which key', () => {
    const { text, buttons } = ready()
    expect(text).toContain('Account log@vm1.example.org, port 22')
    expect(text).toContain('File /var/log/nginx/access.log')
    expect(text).toContain('Format as detected')
    expect(text).toContain(`Pinned key ${FINGERPRINT}`)
    expect(withoutCopy(buttons).slice(0, 2)).toEqual(['Try again', 'Remove'])
  })

  it('shows the format that was set', () => {
    expect(ready(aGuestLog({ logFormat: '%h %D' })).text).toContain('Format %h %D')
  })

  it('has no buttons for readers', () => {
    expect(withoutCopy(ready(aGuestLog(), reader).buttons)).toEqual([])
  })
})

describe('a guest whose key waits to be confirmed', () => {
  const waiting = aGuestLog({ offeredFingerprint: OTHER_FINGERPRINT, pinnedFingerprint: null })
  const confirm = (guestLog = waiting, user = userWith()) =>
    render(<ConfirmGuestKey host={host} domain={domain} guestLog={guestLog} />, { user })

  it('shows the key and the line to install before it can be confirmed', () => {
    const { text, buttons } = confirm()
    expect(text).toContain('Is this really vm1?')
    expect(text).toContain(OTHER_FINGERPRINT)
    expect(text).toContain('add this line to ~log/.ssh/authorized_keys')
    expect(withoutCopy(buttons)).toEqual(['The guest prints the same key', 'The key differs: stop'])
  })

  it('tells readers that they cannot confirm it', () => {
    const { text, buttons } = confirm(waiting, reader)
    expect(text).toContain('does not include setting up access logs')
    expect(withoutCopy(buttons)).toEqual([])
  })

  it('waits for the key', () => {
    expect(confirm(aGuestLog({ offeredFingerprint: null })).text).toBe('Loading the key')
  })
})

describe('an access log that cannot be followed', () => {
  const failing = (more: Parameters<typeof aGuestLog>[0]) =>
    render(
      <GuestLogFailing
        host={host}
        domain={domain}
        guestLog={aGuestLog({ state: 'failing', ...more })}
      />,
    )

  it('states why and what to install, and can be tried again or removed', () => {
    const { text, buttons } = failing({
      trouble: { code: 'auth-failed', message: 'The key was refused.' },
    })
    expect(text).toContain('Error: The key was refused.')
    expect(text).toContain('/.ssh/authorized_keys')
    expect(withoutCopy(buttons).slice(0, 2)).toEqual(['Try again', 'Remove'])
  })

  it('shows both keys where the guest has another one, and nothing to install for it', () => {
    const { text } = failing({
      trouble: { code: 'host-key-changed', message: 'Another key.' },
      offeredFingerprint: OTHER_FINGERPRINT,
    })
    expect(text).toContain('vm1 presents a different key')
    expect(text).toContain(`Confirmed key ${FINGERPRINT} Key shown now ${OTHER_FINGERPRINT}`)
    expect(text).not.toContain('/.ssh/authorized_keys')
  })

  it('is set up anew where no key was ever pinned', () => {
    const { text, buttons } = failing({ pinnedFingerprint: null })
    expect(text).toContain('No reason was recorded.')
    expect(buttons).toEqual(['Try again', 'Remove'])
    expect(text).not.toContain('Change its location')
  })
})
