import { readFileSync } from 'node:fs'
import https from 'node:https'
import { readRrdUpdates } from '@steelyard/traces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPool } from '../inventory/read-pool.ts'
import { guestRunStates } from '../run-states/guest-run-states.ts'
import { withPool } from '../session/open-pool.ts'
import { type PoolDouble, poolDouble } from '../testing/index.ts'

interface RecordedCall {
  name: string
  at: 'coordinator' | 'member' | 'reader'
  path: string
  request: string
  status: number
  /** A text in XML, a document in JSON, and null for a page for people. */
  answer: string | object | null
}

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8'))
const calls: RecordedCall[] = fixture('recorded-calls').exchanges

let double: PoolDouble
beforeAll(async () => {
  double = await poolDouble({
    hosts: 2,
    guests: [{ name: 'web1', params: { weight: '512', cap: '0', mask: '0,1' } }],
    accounts: [
      { user: 'root', password: 'masked', role: 'pool-admin' },
      { user: 'reader', password: 'masked', role: 'read-only' },
    ],
  })
})
afterAll(() => double.close())

async function post(host: number, path: string, body: string) {
  const { address, port } = double.members[host]!
  return new Promise<{ status: number; body: string }>((done, fail) => {
    const options = { host: address, port, path, method: 'POST', rejectUnauthorized: false }
    const request = https.request(options, (answer) => {
      let text = ''
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => done({ status: answer.statusCode!, body: text }))
    })
    request.on('error', fail)
    request.end(body)
  })
}

describe('the double answers as XAPI did', () => {
  test.each(calls)('to "$name"', async ({ at, path, request, status, answer }) => {
    const { state, sessions } = double
    const user = at === 'reader' ? 'reader' : 'root'
    const meant: Record<string, string> = {
      '<<session>>': sessions.logIn(user, 'masked', 'test'),
      '<<guest>>': state.guestNamed('web1'),
      '<<host>>': state.hosts[0]!,
      '<<pool>>': state.pool,
      '<<coordinator>>': double.members[0]!.address,
    }
    const filled = (text: string) =>
      Object.entries(meant).reduce((all, [name, value]) => all.replaceAll(name, value), text)
    const found = await post(at === 'member' ? 1 : 0, path, filled(request))
    expect(found.status).toBe(status)
    if (typeof answer === 'string') expect(plain(found.body)).toBe(plain(filled(answer)))
    else if (answer)
      expect(JSON.parse(found.body)).toEqual(JSON.parse(filled(JSON.stringify(answer))))
  })
})

/** Without what may differ: how a character is written, the order of roles, and a role that we left out. */
function plain(xml: string): string {
  return xml.replaceAll('&apos;', "'").replace(/(?<=this permission: )[^)]+/, (roles) =>
    roles
      .split(', ')
      .filter((role) => role !== 'client-cert')
      .sort()
      .join(', '),
  )
}

test('the client reads the pool that was recorded', async () => {
  const { records } = fixture('recorded-pool') as { records: Record<string, object> }
  double.faults.answer = (method) => {
    const [className, call] = method.split('.') as [string, string]
    return call === 'get_all_records'
      ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: records[className] })
      : undefined
  }
  const inventory = await withPool(double.options, (pool) => readPool(pool))
  double.faults.answer = () => undefined
  expect(inventory.hosts.map(({ name, pCpus }) => [name, pCpus]).sort()).toEqual([
    ['host1', 4],
    ['host2', 4],
    ['host3', 4],
  ])
  expect(inventory.guests.map(({ name }) => name).sort()).toEqual([
    'batch1',
    'db1',
    'diskless1',
    'diskless2',
    'web1',
  ])
  expect(inventory.groups).toMatchObject([{ placement: 'apart', guestUuids: { length: 2 } }])
  expect(inventory.guests.find(({ name }) => name === 'batch1')).toMatchObject({
    weight: 128,
    cap: 0,
    mask: '0,1',
    memoryBytes: 1_073_741_824,
    storageUuids: { length: 1 },
  })
})

test('the client reads the run states that were recorded', () => {
  const updates = readRrdUpdates(JSON.stringify(fixture('recorded-updates').updates))
  const { guests, gaps } = guestRunStates(updates, 0)
  expect(gaps).toEqual([])
  expect(guests[0]!.samples).toHaveLength(4)
  // The counters of this domain ran at known rates: 0.55 and 0.48 pCPUs, and 0.28 of the time waiting.
  for (const { usedPCpus, waitingShare, classes } of guests[0]!.samples) {
    expect(usedPCpus).toBeCloseTo(1.03, 2)
    expect(waitingShare).toBeCloseTo(0.28, 2)
    expect(classes!.fullRun).toBeCloseTo(0.35, 2)
  }
})
