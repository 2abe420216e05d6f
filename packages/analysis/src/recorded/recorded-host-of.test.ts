import { readFile } from 'node:fs/promises'
import { type Recording, readRecording } from '@steelyard/traces'
import { beforeAll, expect, test } from 'vitest'
import { knownHost } from '../known-host/known-host.ts'
import { recordedHostOf } from './recorded-host-of.ts'

const SAMPLE = new URL('../../../../samples/paper-table3-equal/recording.json', import.meta.url)

let virtual: Recording
beforeAll(async () => {
  virtual = readRecording(await readFile(SAMPLE, 'utf8'))
})

function clientOf(recordings: Recording[], asked: 'network' | 'domain-0' | null = null) {
  const observed = { windowSeconds: 10, observations: [] }
  const { facts } = knownHost({ recording: recordings.at(-1) ?? null, xl: [], host: null })
  return recordedHostOf(observed, recordings, { client: asked, weights: null }, facts).client
}

test('clients ran where the options state, else where the last recording with a statement does', () => {
  const later = { ...virtual, startEpochSeconds: virtual.startEpochSeconds + 3600 }
  expect(clientOf([])).toBeUndefined()
  expect(clientOf([virtual])).toBe('domain-0')
  expect(clientOf([virtual, { ...later, client: null }])).toBe('domain-0')
  expect(clientOf([virtual, { ...later, client: 'network' }])).toBe('network')
  expect(clientOf([virtual], 'network')).toBe('network')
  expect(clientOf([], 'domain-0')).toBe('domain-0')
})

test('connections are what the options state, else the recording, else most requests of the logs', () => {
  const observed = { windowSeconds: 10, observations: [] }
  const { facts } = knownHost({ recording: virtual, xl: [], host: null })
  const connectionsOf = (
    connections: 'auto' | 'per-request' | 'kept-open',
    recorded: Recording['connections'] = null,
    logged: { requests: number; reused: number }[] = [],
  ) =>
    recordedHostOf(
      observed,
      [{ ...virtual, connections: recorded }],
      { client: null, weights: null, connections, logged },
      facts,
    ).connections
  const logs = [
    { requests: 100, reused: 90 },
    { requests: 50, reused: 0 },
  ]
  expect(connectionsOf('auto')).toBeUndefined()
  expect(connectionsOf('auto', null, logs)).toEqual({ kind: 'kept-open', by: 'log' })
  expect(connectionsOf('auto', null, logs.slice(1))).toEqual({ kind: 'per-request', by: 'log' })
  expect(connectionsOf('auto', 'per-request', logs)).toEqual({
    kind: 'per-request',
    by: 'recording',
  })
  expect(connectionsOf('kept-open', 'per-request')).toEqual({ kind: 'kept-open', by: 'operator' })
})

test('the operator’s weights hold at the end, and the facts fill in what the recording leaves open', () => {
  const host = {
    scheduler: null,
    pCpus: null,
    domains: [{ name: 'vm9', xenId: null, weight: 999, cap: null, vCpus: null }],
    inventory: null,
  }
  const { facts } = knownHost({ recording: virtual, xl: [], host })
  const said = { client: null, weights: [{ domain: 'vm1', weight: 300 }] }
  const { regimes } = recordedHostOf(
    { windowSeconds: 10, observations: [] },
    [virtual],
    said,
    facts,
  )
  expect(regimes.at(-1)!.weights).toMatchObject({ vm1: 300, vm2: 256 })
  const unrecorded = recordedHostOf({ windowSeconds: 10, observations: [] }, [], said, facts)
  expect(unrecorded.regimes.at(-1)!.weights).toMatchObject({ vm1: 300, vm9: 999 })
})

test('the facts say how many vCPUs each domain has', () => {
  const { facts } = knownHost({ recording: virtual, xl: [], host: null })
  const said = { client: null, weights: null }
  const { vCpus } = recordedHostOf({ windowSeconds: 10, observations: [] }, [virtual], said, facts)
  expect(vCpus).toEqual({ 'Domain-0': 1, vm1: 1, vm2: 1, vm3: 1 })
})
