import { describe, expect, it } from 'vitest'
import { expectSuccess } from './check-answer.ts'
import { HostError } from './host-error.ts'
import { NOT_ROOT } from './testing/xl-dialogue.ts'

function codeOf(exitCode: number, stderr: string): string {
  try {
    return expectSuccess({ exitCode, stdout: 'table', stderr }, 'xl info')
  } catch (error) {
    return error instanceof HostError ? error.code : String(error)
  }
}

describe('expectSuccess', () => {
  it('passes on the output of a command that succeeded', () => {
    expect(codeOf(0, 'a warning')).toBe('table')
  })

  it.each([
    [127, 'bash: line 1: xl: command not found', 'not-xen'],
    [127, 'sh: 1: xl: not found', 'not-xen'],
    [1, 'sudo: xl: command not found', 'not-xen'],
    [127, "stdbuf: failed to run command 'xentop': No such file or directory", 'not-xen'],
    [127, '/usr/local/sbin/steelyard-gate: 31: exec: xentrace: not found', 'not-xen'],
    [127, 'sh: 1: /usr/local/sbin/steelyard-gate: not found', 'permission-denied'],
    [
      127,
      'bash: line 1: /usr/local/sbin/steelyard-gate: No such file or directory',
      'permission-denied',
    ],
    [126, 'sh: 1: /usr/local/sbin/steelyard-gate: Permission denied', 'permission-denied'],
    [127, '/usr/local/sbin/steelyard-gate: 24: exec: sudo: not found', 'permission-denied'],
    [127, 'bash: line 1: sudo: command not found', 'permission-denied'],
    [1, 'This account is currently not available.', 'permission-denied'],
    [1, 'sudo: a password is required', 'permission-denied'],
    [1, 'sudo: ein Passwort ist notwendig', 'permission-denied'],
    [
      1,
      "Sorry, user s is not allowed to execute '/usr/sbin/xl info' as root on xen0.",
      'permission-denied',
    ],
    [126, 'steelyard-gate: this key may not run that command', 'permission-denied'],
    [1, NOT_ROOT.stderr, 'permission-denied'],
    [
      1,
      'xencall: error: Could not obtain handle on privileged command interface: No such file or directory',
      'not-xen',
    ],
    [1, 'libxl_domain_sched_params_set failed.', 'command-failed'],
    [2, '', 'command-failed'],
  ])('reports exit code %i with %j', (exitCode, stderr, code) => {
    expect(codeOf(exitCode, stderr)).toBe(code)
  })

  it.each([
    ['sh: 1: /usr/local/sbin/steelyard-gate: not found', 'The gate cannot be started'],
    ['sh: 1: /usr/local/sbin/steelyard-gate: Permission denied', 'The gate cannot be started'],
    ['/usr/local/sbin/steelyard-gate: 24: exec: sudo: not found', 'The host has no sudo'],
    ['/usr/local/sbin/steelyard-gate: 24: exec: xl: not found', 'no `xl` command'],
    ['sudo: xl: command not found', 'no `xl` command'],
    ['This account is currently not available.', 'The account has no shell'],
  ])('recognises from %j what is missing', (stderr, words) => {
    const answer = { exitCode: 127, stdout: '', stderr }
    expect(() => expectSuccess(answer, 'sudo -n xl info')).toThrow(words)
  })
})
