import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { npmClient, python } from './lib/install-clients.ts'

const run = promisify(execFile)
const client = (name: string) => path.join(import.meta.dirname, 'clients', name)

let double: PoolDouble
beforeEach(async () => {
  double = await poolDouble({
    hosts: 2,
    guests: [{ name: 'guest1', host: 0, params: { weight: '256', mask: '0,1' } }],
    moveSeconds: 0.2,
  })
})
afterEach(() => double.close())

const place = (host: number) => `${double.members[host]!.address}:${double.members[host]!.port}`

test('xen-api of npm takes the double for a pool', async () => {
  const url = `https://${place(0)}`
  const { stdout } = await run('node', [client('npm-xen-api.mjs'), npmClient, url])
  expect(JSON.parse(stdout)).toEqual({
    hosts: 2,
    guest: { state: 'Running', vCpus: 2, params: { weight: '256', mask: '0,1' } },
    seenByEvent: { weight: '512', mask: '0,1' },
    possible: 2,
    movedTo: 'host2',
    refusals: ['MESSAGE_METHOD_UNKNOWN', 'HANDLE_INVALID', 'HANDLE_INVALID'],
  })
})

test('XenAPI of PyPI takes the double for a pool', async () => {
  const addresses = [1, 0].map((host) => `https://${place(host)}`)
  const { stdout } = await run(python, [client('pypi-xenapi.py'), ...addresses])
  expect(JSON.parse(stdout)).toEqual({
    member: 'HOST_IS_SLAVE',
    guest: { state: 'Running', vCpus: '2' },
    pools: 1,
    params: { weight: '300', mask: '0,1' },
    events: [['vm', 'mod']],
    task: 'success',
    movedTo: 'host2',
    number: 'INTERNAL_ERROR',
  })
  expect(double.sessions.open).toEqual([])
})
