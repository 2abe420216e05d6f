import { describe, expect, it } from 'vitest'
import { commandsByHand } from './commands-by-hand.ts'
import type { PinByName } from './plan-content.ts'

describe('commands to run by hand', () => {
  it('use the known scheduler, and set the wanted caps', () => {
    const weights = [
      { domain: 'web-1.example', weight: 512 },
      { domain: 'db', weight: 256, cap: 0 },
    ]
    expect(commandsByHand('credit2', { weights, pins: [] }).commands).toEqual([
      'xl sched-credit2 -d web-1.example -w 512',
      'xl sched-credit2 -d db -w 256 -c 0',
    ])
    expect(commandsByHand(null, { weights, pins: [] }).commands[0]).toBe(
      'xl sched-credit -d web-1.example -w 512',
    )
  })

  it('omit what stays the same, and pin Domain-0 too', () => {
    const weights = [{ domain: 'db', cap: 50 }]
    const pins: PinByName[] = [
      { domain: 'Domain-0', pCpus: [0] },
      { domain: 'db', pCpus: [3, 1, 2] },
      { domain: 'web', pCpus: 'all' },
      { domain: 'x; reboot', pCpus: [0] },
    ]
    expect(commandsByHand('credit', { weights, pins })).toEqual({
      commands: [
        'xl sched-credit -d db -c 50',
        'xl vcpu-pin Domain-0 all 0',
        'xl vcpu-pin db all 1-3',
        'xl vcpu-pin web all all',
      ],
      withheld: [{ domain: 'x; reboot', why: expect.stringMatching(/\.$/) }],
    })
  })

  it.each([
    'Domain-0',
    'x; reboot',
    '$(reboot)',
    '-w',
    'a b',
    'a\nreboot',
    '\u001b[201~reboot',
    '5',
    '٥',
    '',
  ])('are withheld for %j', (domain) => {
    const { commands, withheld } = commandsByHand('credit', {
      weights: [{ domain, weight: 512 }],
      pins: [],
    })
    expect(commands).toEqual([])
    expect(withheld).toEqual([{ domain, why: expect.stringMatching(/\.$/) }])
  })
})
