import { expect, it } from 'vitest'
import { readHost } from '../read-host.ts'
import { domainNamed, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { makePlan, type PlanInput } from './make-plan.ts'
import { undoCommands } from './undo-commands.ts'

const host = sampleHost('credit', 2)
const uuid = (name: string) => domainNamed(host, name).uuid

async function undone(wish: Partial<PlanInput>, username = 'root') {
  const inventory = await readHost(localShell(host))
  return undoCommands(makePlan({ inventory, wanted: [], username, ...wish }))
}

it('restores weights and caps, those that fall first', async () => {
  const wanted = [
    { uuid: uuid('vm1'), weight: 512, cap: 50 },
    { uuid: uuid('vm2'), weight: 128 },
  ]
  expect(await undone({ wanted })).toEqual([
    'xl sched-credit -d 1 -w 256 -c 0',
    'xl sched-credit -d 2 -w 256',
  ])
})

it('restores affinities before weights, through sudo for other accounts', async () => {
  const wish = {
    wanted: [{ uuid: uuid('vm1'), weight: 512 }],
    pins: [{ uuid: uuid('vm2'), pCpus: [0] }],
  }
  expect(await undone(wish, 'steelyard')).toEqual([
    'sudo -n xl vcpu-pin 2 all all',
    'sudo -n xl sched-credit -d 1 -w 256',
  ])
})

it('brings domains back and dissolves their cpupool', async () => {
  const reservation = { periodUs: 100_000, budgetUs: 20_000, extraTime: false }
  const pool = {
    scheduler: 'rtds' as const,
    pCpus: [1],
    domains: [{ uuid: uuid('vm1'), reservation }],
  }
  const commands = await undone({ pool })
  expect(commands.map((command) => command.split(' ')[1])).toEqual([
    'cpupool-migrate',
    'cpupool-destroy',
    'cpupool-cpu-add',
  ])
})
