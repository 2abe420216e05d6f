import { describe, expect, it } from 'vitest'
import { aDomain, aGuestLog, aHost } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { RetryGuestLog } from './guest-log-actions.tsx'
import { GuestLogForm } from './guest-log-form.tsx'

const host = aHost()
const form = (user = userWith()) =>
  render(<GuestLogForm host={host} domain={aDomain('vm1')} submitLabel="Fetch its key" />, {
    user,
  })

describe('the form for the access log of a guest', () => {
  it('asks for location and account, and detects the format by default', () => {
    const { text, buttons } = form()
    expect(text).toContain('Address Of the guest itself Port Account Any account of the guest')
    expect(text).toContain('root is not needed')
    expect(text).toContain('Without it, the format is detected')
    expect(buttons).toEqual(['Fetch its key'])
  })

  it('suggests an address with the guest’s name', () => {
    expect(form().html).toContain('placeholder="vm1.example.net"')
  })

  it('is hidden without the permission, with an explanation', () => {
    const { text, buttons } = form(userWith(['hosts:read']))
    expect(text).toBe('Note: Your role, viewer, does not include setting up access logs.')
    expect(buttons).toEqual([])
  })
})

describe('trying again', () => {
  it('needs a confirmed key', () => {
    const retry = (pinnedFingerprint: string | null) =>
      render(
        <RetryGuestLog
          host={host}
          domain={aDomain('vm1')}
          guestLog={aGuestLog({ pinnedFingerprint })}
        />,
      )
    expect(retry('SHA256:abc').buttons).toEqual(['Try again'])
    expect(retry(null).text).toBe('')
  })
})
