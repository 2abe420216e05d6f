import { expect, it } from 'vitest'
import { HostError } from '../host-error.ts'
import { StepNotRecorded } from './journal.ts'
import { Stop, stopReason } from './stop-reason.ts'

it.each([
  ['our own reason', new Stop('drift', 'said'), { code: 'drift', message: 'said' }],
  [
    'our own reason, with the host’s words',
    new Stop('read-back-mismatch', 'said', 'by the host'),
    { code: 'read-back-mismatch', message: 'said', detail: 'by the host' },
  ],
  [
    'a step that could not be recorded',
    new StepNotRecorded('said', { cause: new Error('no database') }),
    { code: 'step-not-recorded', message: 'said', detail: 'no database' },
  ],
  [
    'a step that could not be recorded for no known reason',
    new StepNotRecorded('said', { cause: 'thrown text' }),
    { code: 'step-not-recorded', message: 'said' },
  ],
  ['an error of the host', new HostError('timeout', 'said'), { code: 'timeout', message: 'said' }],
  [
    'an error of the host, with its words',
    new HostError('command-failed', 'said', 'by xl'),
    { code: 'command-failed', message: 'said', detail: 'by xl' },
  ],
  [
    'an error of our own',
    new TypeError('a bug'),
    { code: 'internal-error', message: expect.any(String), detail: 'TypeError: a bug' },
  ],
])('is stated for %s', (_, error, reason) => {
  expect(stopReason(error)).toStrictEqual(reason)
})
