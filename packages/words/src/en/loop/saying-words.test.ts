import { expect, it } from 'vitest'
import type { Saying } from '../../saying.ts'
import { sayingWords } from './saying-words.ts'

const changes = [
  { domain: 'vm1', weightBefore: 256, weightAfter: 384 },
  { domain: 'vm2', weightBefore: 256, weightAfter: 256 },
]
const because = { code: 'no-grant' } as const

it.each<[Saying, string]>([
  [
    { code: 'waits', changes, because },
    'The recommended change (vm1 256 → 384) waits. No grant holds on this host, so a person must approve the change.',
  ],
  [
    {
      code: 'recommended',
      proposal: { changes, gain: 0.32, relief: null },
      because: null,
      byHand: true,
    },
    'Recommended: weights vm1 256 → 384, predicted to improve the objective by 32 %. A person can apply it on the page of its plan.',
  ],
  [
    {
      code: 'recommended',
      proposal: {
        changes,
        gain: null,
        relief: { missing: ['vm1'], worstBefore: 2, worstExpected: 0.9 },
      },
      because: null,
      byHand: false,
    },
    'Recommended: weights vm1 256 → 384, expected to bring vm1 from 2 times the target to at most 0.9 times. A person must approve it.',
  ],
  [
    { code: 'applying', authority: { by: 'grant', person: 'Ada' } },
    'It is being applied, by the grant of Ada.',
  ],
  [
    { code: 'decided', by: 'Ada', decision: 'rejected', note: 'Not today.' },
    'Ada rejected it. “Not today.”',
  ],
  [{ code: 'not-applied', end: { said: 'It ended so.' } }, 'It ended so.'],
  [
    {
      code: 'roll-back-failed',
      end: {
        ended: {
          outcome: 'failed',
          hostTouched: false,
          reason: { code: 'drift', message: 'The host has changed.' },
          drift: [],
          notUndone: [],
        },
      },
    },
    'The roll-back failed. The host has changed. Nothing was changed on the host.',
  ],
  [
    {
      code: 'not-worth-it',
      because: { code: 'not-enough-evidence' },
      analysis: { lack: { code: 'no-cpu-trace', atMost: 'thin' } as never },
    },
    'What was observed does not support a change: There is no CPU trace.',
  ],
  [
    { code: 'not-worth-it', because: { code: 'leave' }, analysis: null },
    'The analysis has nothing to recommend.',
  ],
  [
    {
      code: 'caps-set',
      by: 'Ada',
      changes: [{ domain: 'vm2', from: 0, to: 15 }],
      why: { active: ['vm1'], beyond: [] },
    },
    'Set by Ada: vm2 no cap → 15 %. Caps that follow the load: vm1 is at work.',
  ],
  [
    {
      code: 'outcome',
      outcome: {
        state: 'not-confirmed',
        deciding: ['vm1'],
        worst: null,
        domains: [
          {
            domain: 'vm1',
            measuredSeconds: 0.2,
            underThisLoad: { seconds: 0.1, lowSeconds: 0.09, highSeconds: 0.11 },
            leftAlone: null,
          },
        ],
      },
    },
    'vm1 answered more slowly than predicted. For the load that came: vm1 200 ms, where 100 ms (90 to 110) was predicted.',
  ],
])('%j', (saying, said) => {
  expect(sayingWords(saying)).toBe(said)
  // What was stored says the same.
  expect(sayingWords(JSON.parse(JSON.stringify(saying)))).toBe(said)
})
