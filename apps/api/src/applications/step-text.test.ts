import type { ApplicationStep, StepEvent } from '@steelyard/xen'
import { expect, it } from 'vitest'
import { stepText } from './step-text.ts'

const vm1 = { lever: 'weight', uuid: 'u1', name: 'vm1' }
const to = { weight: 512, cap: 0 }
const capped = { weight: 256, cap: 50 }
const command = 'xl sched-credit -d 1 -w 512'
const change = { ...vm1, before: capped, after: to } as never
const drift = { message: 'vm2 is gone.' } as never
const reason = { code: 'drift' as const, message: 'It changed.' }

it.each([
  [{ kind: 'started', planHash: 'x', changes: [change] }, 'Began with 1 change to make.'],
  [{ kind: 'started', planHash: 'x', changes: [] }, 'Began with 0 changes to make.'],
  [{ kind: 'rechecked', drift: [] }, 'Read the host again: nothing has changed since the plan.'],
  [{ kind: 'rechecked', drift: [drift] }, 'Read the host again: vm2 is gone.'],
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
  [{ kind: 'not-undone', problem: { message: 'vm1 is gone.' } as never }, 'vm1 is gone.'],
  [{ kind: 'finished', outcome: 'rolled-back', hostTouched: true }, 'Rolled back.'],
  [{ kind: 'finished', outcome: 'failed', hostTouched: false }, 'Failed.'],
] as [StepEvent, string][])('%o', (event, text) => {
  const step: ApplicationStep = { sequence: 1, at: '2026-01-01T00:00:00.000Z', ...event }
  expect(stepText(step)).toBe(text)
})
