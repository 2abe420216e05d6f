import { PolicySettings } from '@steelyard/contract'
import { assert, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftOf, newPayer, type PolicyDraft, readDraft } from './policy-draft.ts'

const usual = PolicySettings.parse({})
const draft = (more: Partial<PolicyDraft> = {}) => ({ ...draftOf(usual, ['vm1', 'vm2']), ...more })
const withNumbers = (numbers: Partial<PolicyDraft['numbers']>) =>
  draft({ numbers: { ...draft().numbers, ...numbers } })

describe('a draft', () => {
  it('that nobody touched gives the same settings', () => {
    const settings = PolicySettings.parse({
      mode: 'automatic',
      dryRun: false,
      windows: [{ days: [1, 7], from: '22:00', to: '06:00' }],
      blackouts: [
        { from: '2026-12-24T12:00:00.000Z', to: '2026-12-27T12:00:00.000Z', reason: 'x' },
      ],
      payers: [{ domain: 'vm2', leastShare: 0.1 }],
    })
    expect(readDraft(draftOf(settings, ['vm1', 'vm2'])).settings).toEqual(settings)
  })

  it('keeps every percentage, in tenths', () => {
    assert(
      property(record({ tenths: integer({ min: 20, max: 1000 }) }), ({ tenths }) => {
        const settings = { ...usual, leastGain: tenths / 1000 }
        const { leastGainPercent } = draftOf(settings, []).numbers
        expect(Number(leastGainPercent)).toBe(tenths / 10)
        expect(readDraft(draftOf(settings, [])).settings?.leastGain).toBeCloseTo(tenths / 1000, 12)
      }),
    )
  })

  it('has a row for each guest, and for named ones that are gone', () => {
    const settings = { ...usual, payers: [{ domain: 'old', leastShare: 0.3 }] }
    expect(draftOf(settings, ['vm1']).payers).toEqual([
      { domain: 'old', mayPay: true, leastPercent: '30' },
      { domain: 'vm1', mayPay: false, leastPercent: '0.5' },
    ])
  })

  it('leaves out who may not pay', () => {
    const { settings } = readDraft(draft({ everyGuestPays: false }))
    expect(settings?.payers).toEqual([])
  })
})

describe('a fault', () => {
  it.each([
    [withNumbers({ leastGainPercent: '1' }), { leastGainPercent: 'from 2 to 100 %' }],
    [withNumbers({ largestStepPercent: '1' }), { largestStepPercent: 'from 5 to 100 %' }],
    [withNumbers({ coolDownMinutes: '' }), { coolDownMinutes: 'enter a number' }],
    [withNumbers({ coolDownMinutes: 'soon' }), { coolDownMinutes: 'enter a number' }],
    [withNumbers({ coolDownMinutes: '0' }), { coolDownMinutes: 'at least 1' }],
    [withNumbers({ coolDownMinutes: '1.5' }), { coolDownMinutes: 'a whole number' }],
    [withNumbers({ missedWindows: '4' }), { missedWindows: 'no more than are looked at' }],
    [draft({ timeZone: 'Mars' }), { timeZone: expect.stringContaining('IANA') }],
    [
      draft({ windows: [{ days: [], from: '', to: '06:00' }] }),
      { 'windows.0.days': 'at least 1', 'windows.0.from': 'a time such as 06:30' },
    ],
    [
      draft({ blackouts: [{ from: '2026-12-24T12:00', to: '2026-12-24T11:00', reason: 'x' }] }),
      { 'blackouts.0.to': 'must be after the beginning' },
    ],
    [
      draft({ blackouts: [{ from: '', to: '2026-12-24T11:00', reason: '' }] }),
      { 'blackouts.0.from': 'enter a time', 'blackouts.0.reason': 'must not be empty' },
    ],
  ])('%# stands at its field', (faulty, faults) => {
    expect(readDraft(faulty).faults).toEqual(faults)
  })

  it('of a payer stands at its row, whoever is left out before it', () => {
    const payers = [
      { domain: 'vm1', mayPay: false, leastPercent: '' },
      { domain: 'vm2', mayPay: true, leastPercent: '200' },
      newPayer(),
    ]
    expect(readDraft(draft({ everyGuestPays: false, payers })).faults).toEqual({
      'payers.1.leastPercent': 'from 0 to 100 %',
      'payers.2.domain': 'must not be empty',
    })
  })
})
