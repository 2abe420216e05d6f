import { describe, expect, it } from 'vitest'
import { aChannel } from '../../lib/testing/loop-fixtures.ts'
import { type ChannelDraft, draftOf, readDraft } from './channel-draft.ts'

const draft = (more: Partial<ChannelDraft> = {}): ChannelDraft => ({
  ...draftOf(null, 'UTC'),
  name: 'Pager',
  address: 'https://hooks.example.org',
  ...more,
})

describe('a draft of a channel', () => {
  it('gives what the API takes', () => {
    const { channel } = readDraft(draft({ tag: ' prod ', isQuiet: true, groupMinutes: '10' }), true)
    expect(channel).toMatchObject({
      kind: 'webhook',
      address: 'https://hooks.example.org',
      tag: 'prod',
      quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' },
      groupMinutes: 10,
    })
  })

  it('keeps what a stored channel has, except for its address', () => {
    const quietHours = { from: '20:00', to: '08:00', timeZone: 'Europe/Berlin' }
    const stored = aChannel({ quietHours, tag: 'web-*' })
    const { channel } = readDraft(draftOf(stored, 'UTC'), false)
    expect(channel).toMatchObject({ name: 'Pager', address: '', tag: 'web-*', quietHours })
  })

  it.each([
    [draft({ address: ' ' }), { address: 'must not be empty' }],
    [draft({ name: '' }), { name: 'must not be empty' }],
    [draft({ events: [] }), { events: 'at least 1' }],
    [draft({ tag: 'a*b' }), { tag: expect.stringContaining('followed by *') }],
    [draft({ groupMinutes: 'soon' }), { groupMinutes: 'enter a number' }],
    [
      draft({ isQuiet: true, quietHours: { from: '', to: '07:00', timeZone: 'UTC' } }),
      { 'quietHours.from': 'a time such as 22:00' },
    ],
  ])('%# names what is wrong at its field', (faulty, faults) => {
    expect(readDraft(faulty, true).faults).toEqual(faults)
  })

  it('needs no quiet hours that are switched off', () => {
    const quietHours = { from: '', to: '', timeZone: '' }
    expect(readDraft(draft({ quietHours }), true).channel?.quietHours).toBeNull()
  })
})
