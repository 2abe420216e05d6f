import { describe, expect, it } from 'vitest'
import { aCapsMonitor } from '../../lib/testing/loop-fixtures.ts'
import { boundsOf, capFaults, settingsOf } from './caps-draft.ts'

const { settings } = aCapsMonitor()
const set = { ...settings, others: [{ name: 'vm2', weight: 256 }] }

describe('the bounds', () => {
  it('are those typed, else those set, else none', () => {
    expect(boundsOf('vm2', {}, null)).toEqual({ least: '1', highest: '' })
    expect(boundsOf('vm2', {}, settings)).toEqual({ least: '10', highest: '' })
    const typed = { vm2: { least: '20', highest: '40' } }
    expect(boundsOf('vm2', typed, settings)).toEqual(typed.vm2)
  })

  it.each([
    ['0', '', { least: 'from 1 to 100 %' }],
    ['101', '', { least: 'from 1 to 100 %' }],
    ['10', '5', { highest: 'at least the least cap' }],
    ['10', 'x', { highest: 'from 1 %, or empty' }],
    ['10', '', {}],
    ['10', '10', {}],
  ])('from %j to %j: %j', (least, highest, faults) => {
    expect(capFaults({ least, highest })).toEqual(faults)
  })

  it('of several vCPUs go further', () => {
    expect(capFaults({ least: '150', highest: '' }, 2)).toEqual({})
  })
})

describe('the settings', () => {
  it('are the declared domains with their bounds', () => {
    expect(settingsOf('dry-run', set, { vm2: { least: '5', highest: '50' } }, null)).toEqual({
      ...settings,
      mode: 'dry-run',
      others: [{ name: 'vm2', weight: 256, leastCapPercent: 5, highestCapPercent: 50 }],
    })
    expect(settingsOf('automatic', set, {}, settings)).toEqual(settings)
  })

  it('are none while a bound is wrong, or without others', () => {
    expect(settingsOf('automatic', set, { vm2: { least: '', highest: '' } }, null)).toBeNull()
    expect(settingsOf('automatic', set, { vm2: { least: '10', highest: 'x' } }, null)).toBeNull()
    expect(settingsOf('automatic', { ...set, others: [] }, {}, null)).toBeNull()
  })
})
