import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readRecording, TraceError } from '../index.ts'

const SAMPLES = new URL('../../../../samples/', import.meta.url)
const sample = () => readFile(new URL('paper-table3-reweighted/recording.json', SAMPLES), 'utf8')

test('reads a recording from the samples', async () => {
  const recording = readRecording(await sample())
  expect(recording.domains.map((d) => `${d.id} ${d.name} ${d.weight}`)).toEqual([
    '0 Domain-0 256',
    '1 vm1 256',
    '2 vm2 256',
    '3 vm3 256',
  ])
  expect(recording.phases).toHaveLength(7)
  expect(recording.phases[5]!.requestsPerSecond).toEqual({ vm1: 45, vm2: 45, vm3: 170 })
  expect(recording.weightChanges).toEqual([
    { atSeconds: expect.closeTo(150, 0), domain: 'vm1', weight: 384 },
  ])
  expect(recording.scheduler).toEqual({ name: 'credit', tsliceMs: 30, ratelimitUs: 1000 })
  expect(recording.xenmonStartEpochHostSeconds).toBeLessThan(recording.startEpochSeconds)
  expect(recording.accessLogFormat).toBe('%h %l %u %t "%r" %>s %b %D')
  expect(recording).toMatchObject({ xentop: null, accessLogs: null, xenVersion: '4.17.7' })
})

test('reads what a live recording adds', async () => {
  const live = {
    ...(JSON.parse(await sample()) as object),
    xentopStartEpochHost: 1_795_191_600.25,
    xentopIntervalSeconds: 1.003,
    accessLogs: [{ path: 'access/a.b.log', domain: 'a.b' }],
  }
  expect(readRecording(JSON.stringify(live))).toMatchObject({
    xentop: { startEpochHostSeconds: 1_795_191_600.25, intervalSeconds: 1.003 },
    accessLogs: [{ path: 'access/a.b.log', domain: 'a.b', logFormat: null }],
  })
})

test('takes the place of the clients from the file, or from virtual time, which allows only one', async () => {
  const json = JSON.parse(await sample()) as Record<string, unknown>
  const clientOf = (more: object) => readRecording(JSON.stringify({ ...json, ...more })).client
  expect(clientOf({ clock: 'virtual' })).toBe('domain-0')
  expect(clientOf({ clock: 'wall' })).toBeNull()
  expect(clientOf({ clock: 'virtual', client: 'network' })).toBe('network')
  expect(clientOf({ clock: 'wall', client: 'domain-0' })).toBe('domain-0')
  expect(() => clientOf({ client: 'moon' })).toThrow(/client must be network or domain-0/)
})

test('says whether connections stayed open, where it is stated', async () => {
  const json = JSON.parse(await sample()) as Record<string, unknown>
  const connectionsOf = (more: object) =>
    readRecording(JSON.stringify({ ...json, ...more })).connections
  expect(connectionsOf({})).toBeNull()
  expect(connectionsOf({ connections: 'kept-open' })).toBe('kept-open')
  expect(() => connectionsOf({ connections: true })).toThrow(/connections must be/)
})

test('gives an unplanned load no phases', async () => {
  const { phases: _, ...unplanned } = JSON.parse(await sample()) as Record<string, unknown>
  expect(readRecording(JSON.stringify(unplanned)).phases).toEqual([])
})

test('reads when an xentrace trace began and the rate of its clock', async () => {
  const json = JSON.parse(await sample()) as Record<string, unknown>
  expect(readRecording(JSON.stringify(json)).xentraceStartEpochHostSeconds).toBeNull()
  const traced = { ...json, xentraceStartEpochHost: 1_795_193_899.2, tscHz: 2_600_000_000 }
  expect(readRecording(JSON.stringify(traced))).toMatchObject({
    xentraceStartEpochHostSeconds: 1_795_193_899.2,
    tscHz: 2_600_000_000,
  })
})

test.each<[string, (r: Record<string, unknown>) => void, RegExp]>([
  ['a missing list', (r) => delete r.domains, /domains must be a value/],
  ['a list that is none', (r) => (r.domains = {}), /domains must be a list/],
  ['a text for a number', (r) => (r.startEpoch = '5'), /startEpoch must be a number/],
  [
    'a weight Xen does not know',
    (r) => (r.domains = [{ name: 'a', id: 1, vcpus: 1, weight: 70_000 }]),
    /domains\[0\]\.weight must be a whole number from 1 to 65535/,
  ],
  [
    'a change of a domain that is not there',
    (r) => (r.weightChanges = [{ atSeconds: 1, domain: 'vm9', weight: 1 }]),
    /"vm9"/,
  ],
])('refuses %s and names it', async (_, spoil, message) => {
  const json = JSON.parse(await sample()) as Record<string, unknown>
  spoil(json)
  expect(() => readRecording(JSON.stringify(json))).toThrow(message)
  expect(() => readRecording(JSON.stringify(json))).toThrow(TraceError)
})

test('escapes characters that cannot be seen in what is shown, not in formats', async () => {
  const json = JSON.parse(await sample()) as Record<string, unknown>
  json.description = 'load \u202etest'
  json.domains = [{ name: 'vm1\u0007', id: 1, vcpus: 1, weight: 256 }]
  json.weightChanges = []
  json.accessLogs = [{ path: 'vm1.log', domain: 'vm1\u0007', logFormat: '%h\t%D' }]
  const { description, domains, accessLogs } = readRecording(JSON.stringify(json))
  expect(description).toBe('load \\u202etest')
  expect(domains[0]!.name).toBe('vm1\\u0007')
  expect(accessLogs).toEqual([{ path: 'vm1.log', domain: 'vm1\\u0007', logFormat: '%h\t%D' }])
})

test('reads past a byte order mark', async () => {
  const text = await sample()
  expect(readRecording(`\ufeff${text}`)).toEqual(readRecording(text))
})

test('refuses what is not a JSON object', () => {
  expect(() => readRecording('{"a":')).toThrow(TraceError)
  expect(() => readRecording('[]')).toThrow(/the file must be an object/)
})
