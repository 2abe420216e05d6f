import { readRecording } from '@steelyard/traces'
import { words } from '@steelyard/words'
import type { RecordingFacts } from '@steelyard/xen'
import { expect, it } from 'vitest'
import { recordingJson } from './recording-json.ts'
import { facts } from './testing/facts.ts'

it('is a recording that traces can read', () => {
  const changes = [{ atSeconds: 30, domain: 'vm1', weight: 384 }]
  const logs = [{ path: 'access/a.b.log', domain: 'a.b', logFormat: '%h %D' }]
  const recording = readRecording(recordingJson('Mine', facts(), changes, logs))
  expect(recording).toMatchObject({
    description: 'Mine',
    startEpochSeconds: 1_795_191_600,
    hostMinusClientSeconds: 0,
    xentop: { startEpochHostSeconds: 1_795_191_601.5, intervalSeconds: 1.02 },
    scheduler: { name: 'credit', tsliceMs: 30, ratelimitUs: 1000 },
    phases: [],
    weightChanges: changes,
    accessLogs: logs,
  })
  expect(recording.domains.map(({ name, weight }) => [name, weight])).toEqual([
    ['Domain-0', 256],
    ['vm1', 256],
  ])
})

it('states the clock of a scheduler trace', () => {
  const end = { off: true, maskRestored: true, problem: null }
  const trace = {
    recorded: true as const,
    bytes: 9,
    askedAtHostSeconds: 1_795_191_600.5,
    tscHz: 2e9,
    end,
  }
  expect(readRecording(recordingJson('Mine', facts({ trace }), [], []))).toMatchObject({
    xentraceStartEpochHostSeconds: 1_795_191_600.5,
    tscHz: 2e9,
  })
})

it('leaves out domains of a scheduler without weights', () => {
  const { domains } = facts()
  const rtds = facts({ domains: domains.map((domain) => ({ ...domain, weight: null, cap: null })) })
  expect(readRecording(recordingJson('Mine', rtds, [], [])).domains).toEqual([])
})

const noTrace = (reason: 'busy' | 'not-installed'): RecordingFacts['trace'] => ({
  recorded: false,
  reason,
  detail: null,
  end: null,
})

it.each<[string, Partial<RecordingFacts>, string[]]>([
  ['as it should be', {}, []],
  [
    'without xentrace',
    { trace: noTrace('not-installed') },
    ['The scheduler’s events were not recorded: the host has no xentrace.'],
  ],
  [
    'beside another reader',
    { trace: noTrace('busy') },
    [expect.stringContaining('room for one reader')],
  ],
  [
    'with tracing left on',
    {
      trace: {
        recorded: true,
        bytes: 1,
        askedAtHostSeconds: 1,
        tscHz: null,
        end: { off: false, maskRestored: false, problem: 'Contact was lost.' },
      },
    },
    ['Xen’s tracing may still be on: Contact was lost.'],
  ],
  [
    'while guests came and went',
    {
      changes: [
        { uuid: 'a', name: 'vm1', kind: 'restarted', before: 1, after: 5 },
        { uuid: 'b', name: 'vm2', kind: 'gone', before: 2, after: null },
        { uuid: 'c', name: 'vm3', kind: 'cap', before: 0, after: 50 },
      ],
    },
    [
      'vm1 was restarted during the recording.',
      'vm2 was gone at the end of the recording.',
      'The cap of vm3 changed during the recording, from 0 to 50.',
    ],
  ],
  [
    'while the clock was set',
    { clockDriftSeconds: -3 },
    ['The clock of the host moved by -3.0 s during the recording.'],
  ],
])('warns of a recording %s', (_, change, expected) => {
  expect(words.recordings.warnings(facts(change), [])).toEqual(expected)
})

it('warns of a guest whose clock differs', () => {
  expect(words.recordings.clockWarning('vm1', 0.1)).toBeNull()
  expect(words.recordings.clockWarning('vm1', 2)).toContain('vm1 is 2.0 s ahead of the host’s')
  expect(words.recordings.clockWarning('vm1', -60)).toContain('60.0 s behind')
})
