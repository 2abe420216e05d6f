import type { Watch } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aGuestLog, aHost, idOf } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf, userWith } from '../../../lib/testing/render.tsx'
import { aWatch, aWatchedLog } from '../../../lib/testing/watch-fixtures.ts'
import { watchOf } from '../../../lib/watch/watch-queries.ts'
import { WatchCard } from './watch-card.tsx'
import { WatchForm } from './watch-form.tsx'

const host = aHost({
  domains: [aDomain('Domain-0'), aDomain('vm1', { guestLog: aGuestLog() }), aDomain('vm2')],
})
const card = (watch: Watch | null, user = userWith(), of = host) =>
  render(<WatchCard host={of} />, {
    user,
    known: [answer('getWatch', watchOf(idOf(1)), { watch })],
  })

describe('the watch of a host', () => {
  it('says how it goes, and how long its windows are kept', () => {
    const trace = { everyMinutes: 15, seconds: 20 }
    const { text, buttons } = card(aWatch({ trace, storedTo: new Date().toISOString() }))
    expect(text).toContain('Watched')
    expect(text).toContain('Newest window ended just now Sampled every 10 s')
    expect(text).toContain('Bursts of xentrace 20 s every 15 min')
    expect(text).toContain('windows of 10 s are kept for 7 days')
    expect(buttons).toContain('Stop watching')
    expect(card(aWatch()).text).toContain('none, so waits are unknown')
  })

  it('lists the logs it follows, with what to do about those that it cannot', () => {
    const trouble = { code: 'refused', message: 'The guest refused the key.', fix: 'Install it.' }
    const logs = [
      aWatchedLog('vm1', {
        rejectedLines: 2,
        lastRejected: { line: 7, excerpt: 'GET /x', reason: 'no time' },
      }),
      aWatchedLog('vm3', { trouble }),
    ]
    const { html, text } = card(aWatch({ logs }))
    expect(rowsOf(html).slice(1)).toEqual([
      ['vm1', 'Followed', '1,200', '2'],
      ['vm3', 'Not followed', '1,200', '0'],
    ])
    expect(text).toContain('The guest refused the key. What to do: Install it.')
    expect(text).toContain('vm1: line 7 was not understood: no time GET /x')
    expect(text).toContain('Without an access log, so without response times: vm2.')
  })

  it('says that a log gives no response times', () => {
    const logs = [
      aWatchedLog('vm1', { untimed: 'too-coarse' }),
      aWatchedLog('vm2', { untimed: 'not-logged' }),
    ]
    const { text } = card(aWatch({ logs }))
    expect(text).toContain('No response times of vm1, so its target is not judged')
    expect(text).toContain('durations in whole seconds')
    expect(text).toContain('Its log has no durations. What to do: Add %D')
  })

  it('says why the host cannot be observed', () => {
    const trouble = { code: 'unreachable', message: 'The host does not answer.' }
    expect(card(aWatch({ state: 'failing', trouble })).text).toContain(
      'The host cannot be observed now The host does not answer. It is tried again by itself.',
    )
  })

  it('can be changed and stopped only by who may change hosts', () => {
    const { text, buttons } = card(aWatch(), userWith(['hosts:read']))
    expect(text).not.toContain('Change how it is watched')
    expect(buttons).toEqual([])
    expect(card(null, userWith(['hosts:read'])).text).toContain('does not include watching hosts')
  })

  it('needs a connection', () => {
    const failing = aHost({ connection: { state: 'failing' } })
    expect(card(null, userWith(), failing).text).toContain('Connect the host first')
  })

  it('can be loaded again after a failure', () => {
    const known = [refusal('getWatch', watchOf(idOf(1)))]
    expect(render(<WatchCard host={host} />, { known }).buttons).toEqual(['Try again'])
  })
})

describe('the form of a watch', () => {
  it('begins with the contract’s defaults, and says which logs come along', () => {
    const { html, text, buttons } = render(<WatchForm host={host} watch={null} />)
    expect(html).toContain('name="intervalSeconds"')
    expect(text).toContain('Every second takes 1 to 2 % of a pCPU on the host')
    expect(text).toContain('Access logs of vm1')
    expect(text).toContain('Not set up, so not included: vm2.')
    expect(html).not.toContain('name="trace.seconds"')
    expect(buttons).toEqual(['Watch this host'])
  })

  it('says what bursts cost', () => {
    const watch = aWatch({ trace: { everyMinutes: 15, seconds: 20 } })
    const { html, text, buttons } = render(<WatchForm host={host} watch={watch} />)
    expect(html).toContain('name="trace.seconds"')
    expect(text).toContain('5 to 60 s: 2.2 % of the time')
    expect(buttons).toEqual(['Save'])
  })
})
