import type { ApplicationStep, LeverValues, NotUndoneCause, StepEvent } from '@steelyard/xen'
import { expect, it } from 'vitest'
import { notUndoneText, stepText } from './application-words.ts'

const vm1 = { lever: 'weight', uuid: 'u1', name: 'vm1' }
const to = { weight: 512, cap: 0 }
const capped = { weight: 256, cap: 50 }
const command = 'xl sched-credit -d 1 -w 512'
const change = { ...vm1, before: capped, after: to } as never
const drift = { kind: 'domain-missing', name: 'vm2' } as never
const reason = { code: 'drift' as const, message: 'It changed.' }

it.each([
  [{ kind: 'started', planHash: 'x', changes: [change] }, 'Began with 1 change to make.'],
  [{ kind: 'started', planHash: 'x', changes: [] }, 'Began with 0 changes to make.'],
  [{ kind: 'rechecked', drift: [] }, 'Read the host again: nothing has changed since the plan.'],
  [{ kind: 'rechecked', drift: [drift] }, 'Read the host again: vm2 is no longer on the host.'],
  [{ kind: 'setting', ...vm1, command, to }, 'Set vm1 to weight 512, no cap.'],
  [
    { kind: 'read-back', ...vm1, wanted: to, found: to, matches: true },
    'Read vm1 back: weight 512, no cap, as planned.',
  ],
  [
    { kind: 'read-back', ...vm1, wanted: to, found: capped, matches: false },
    'Read vm1 back: weight 256, cap 50 %, not weight 512, no cap.',
  ],
  [
    { kind: 'setting', ...vm1, lever: 'affinity', command, to: { affinity: ['0', '1-3'] } },
    'Set vm1 to pCPUs 0 (vCPU 0), 1-3 (vCPU 1).',
  ],
  [{ kind: 'rolling-back', reason }, 'Began to roll back: It changed.'],
  [
    { kind: 'rolling-back', reason: { code: 'requested', message: 'x' } },
    'Began to roll back, as requested.',
  ],
  [{ kind: 'contact-lost', message: 'Gone.' }, 'Lost contact: Gone.'],
  [{ kind: 'reconnected' }, 'Connected again.'],
  [{ kind: 'restoring', ...vm1, command, to: capped }, 'Put vm1 back to weight 256, cap 50 %.'],
  [
    { kind: 'restored', ...vm1, wanted: capped, found: capped, matches: true },
    'Read vm1 back: weight 256, cap 50 %, as before.',
  ],
  [
    { kind: 'restored', ...vm1, wanted: capped, found: to, matches: false },
    'Read vm1 back: weight 512, no cap, not weight 256, cap 50 %.',
  ],
  [
    {
      kind: 'not-undone',
      problem: { ...vm1, wanted: to, found: null, code: 'domain-gone' } as never,
    },
    'vm1 is no longer on the host; nothing to restore (recorded weight 512, cap 0).',
  ],
  [{ kind: 'finished', outcome: 'rolled-back', hostTouched: true }, 'Rolled back.'],
  [{ kind: 'finished', outcome: 'failed', hostTouched: false }, 'Failed.'],
] as [StepEvent, string][])('%o', (event, text) => {
  const step: ApplicationStep = { sequence: 1, at: '2026-01-01T00:00:00.000Z', ...event }
  expect(stepText(step)).toBe(text)
})

const WANTED = { weight: 256, cap: 0 }

it.each<[NotUndoneCause<LeverValues['weight']>, LeverValues['weight'] | null, string]>([
  [
    { code: 'changed-by-someone-else', writtenBy: 'application', written: { weight: 300, cap: 0 } },
    { weight: 299, cap: 0 },
    'vm1 was changed by someone else and is left alone: the application set weight 300, cap 0; ' +
      'now it has weight 299, cap 0. Whoever changed it must decide what stays ' +
      '(recorded before: weight 256, cap 0).',
  ],
  [
    { code: 'changed-by-someone-else', writtenBy: 'roll-back', written: WANTED },
    { weight: 777, cap: 0 },
    'vm1 was changed by someone else and is left alone: the roll-back set weight 256, cap 0; ' +
      'now it has weight 777, cap 0. Whoever changed it must decide what stays ' +
      '(recorded before: weight 256, cap 0).',
  ],
  [
    { code: 'unreachable', said: 'No SSH connection to 127.0.0.1:22.' },
    null,
    'vm1 could not be checked or restored: No SSH connection to 127.0.0.1:22. (recorded weight 256, cap 0).',
  ],
  [
    { code: 'not-readable', scheduler: 'rtds' },
    null,
    'vm1 now runs under rtds, without weights (recorded weight 256, cap 0).',
  ],
  [
    { code: 'refused', said: null },
    { weight: 300, cap: 0 },
    'vm1 could not be restored: the host accepted the command but kept another value ' +
      '(recorded weight 256, cap 0; now weight 300, cap 0).',
  ],
  [
    { code: 'refused', said: 'no, not that' },
    { weight: 300, cap: 0 },
    'vm1 could not be restored: no, not that (recorded weight 256, cap 0; now weight 300, cap 0).',
  ],
])('%j', (cause, found, text) => {
  const about = { lever: 'weight', uuid: 'u1', name: 'vm1' } as const
  expect(notUndoneText({ ...about, wanted: WANTED, found, ...cause })).toBe(text)
})

it('says of other levers only that they cannot be read', () => {
  const cause = { code: 'not-readable', scheduler: 'credit' } as const
  const wanted = { affinity: ['0', '1-3'] }
  const about = { lever: 'affinity', uuid: 'u1', name: 'vm1', wanted, found: null } as const
  expect(notUndoneText({ ...about, ...cause })).toBe(
    'vm1 cannot be read (recorded pCPUs 0 (vCPU 0), 1-3 (vCPU 1)).',
  )
})
