import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makePlan, readHost } from '@steelyard/xen'
import { domainNamed, localShell, sampleHost } from '@steelyard/xen/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlanWish } from '../plan-content.ts'
import { commandsScript, type ScriptPlan } from './commands-script.ts'

const nothing = { pins: [], analysed: [], predicted: [], notes: [] }
const wish: PlanWish = {
  ...nothing,
  weights: [
    { domain: 'vm1', weight: 512 },
    { domain: 'vm2', weight: 128, cap: 50 },
  ],
  analysed: [{ domain: 'vm1', weight: 300 }],
}
const plan: ScriptPlan = {
  id: 'p-1',
  hostName: 'xen-1',
  plannedAt: new Date('2026-11-23T02:51:07Z'),
  content: { kind: 'by-hand', scheduler: 'credit' },
  wish,
  domains: [],
  summary: ['vm1: weight 300 to 512'],
}

/** An xl that writes down its arguments, one call a line, and fails for a given domain. */
let folder: string
const xl = (scheduler: string) => {
  const file = path.join(folder, 'xl')
  writeFileSync(
    file,
    `#!/bin/sh
if [ "$1" = info ]; then echo "xen_scheduler          : ${scheduler}"; exit; fi
echo "$*" >> "${folder}/calls"
for word in "$@"; do [ "$word" != refused ] || exit 1; done
`,
  )
  chmodSync(file, 0o755)
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'script-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(script: string, scheduler = 'credit') {
  xl(scheduler)
  writeFileSync(path.join(folder, 'calls'), '')
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const { status, stderr } = spawnSync('sh', { input: script, env, encoding: 'utf8' })
  const calls = execFileSync('cat', [path.join(folder, 'calls')], { encoding: 'utf8' })
  return { status, stderr, calls: calls.split('\n').filter(Boolean) }
}

describe('a script for a host that is not connected', () => {
  it('says where and when it was made, what it does, and how to undo it', () => {
    expect(commandsScript(plan)).toBe(`#!/bin/sh
# Host: xen-1
# Planned: 2026-11-23 02:51 UTC
# Plan: p-1
#
# What it does:
#   vm1: weight 300 to 512
#
# Run it as root on Domain-0. It stops at the first command that fails.
set -eu

xl sched-credit -d vm1 -w 512
xl sched-credit -d vm2 -w 128 -c 50

# To undo it, run these:
# xl sched-credit -d vm1 -w 300
# xl sched-credit -d vm2 -w 256 -c 0
`)
  })

  it('runs each command and stops at the first that fails', () => {
    expect(run(commandsScript(plan))).toMatchObject({
      status: 0,
      calls: ['sched-credit -d vm1 -w 512', 'sched-credit -d vm2 -w 128 -c 50'],
    })
    const weights = ['refused', 'vm2'].map((domain) => ({ domain, weight: 256 }))
    expect(run(commandsScript({ ...plan, wish: { ...nothing, weights } }))).toMatchObject({
      status: 1,
      calls: ['sched-credit -d refused -w 256'],
    })
  })

  it('refuses a host of another scheduler where it does not know the scheduler', () => {
    const unknown = commandsScript({ ...plan, content: { kind: 'by-hand', scheduler: null } })
    expect(run(unknown).calls).toHaveLength(2)
    expect(run(unknown, 'credit2')).toMatchObject({
      status: 1,
      calls: [],
      stderr: expect.stringContaining('sched-credit would do nothing'),
    })
  })

  it('restores what was last read of a domain that was not analysed', () => {
    const read = { ...plan, domains: [{ name: 'vm2', weight: 700, cap: 20 }] }
    expect(commandsScript(read)).toContain('# xl sched-credit -d vm2 -w 700 -c 20\n')
  })

  it('undoes a cpupool', () => {
    const realTimePool = {
      scheduler: 'rtds' as const,
      pCpus: [2, 3],
      domains: [{ domain: 'vm1', periodMs: 100, budgetMs: 20, extraTime: false }],
    }
    const script = commandsScript({ ...plan, wish: { ...nothing, weights: [], realTimePool } })
    expect(run(script).calls).toEqual([
      'cpupool-cpu-remove Pool-0 2-3',
      'cpupool-create name="steelyard-rt" sched="rtds" cpus="2-3"',
      'cpupool-migrate vm1 steelyard-rt',
      'sched-rtds -d vm1 -v all -p 100000 -b 20000 -e 0',
    ])
    expect(script).toContain(
      '# xl cpupool-migrate vm1 Pool-0\n# xl cpupool-destroy steelyard-rt\n# xl cpupool-cpu-add Pool-0 2-3\n',
    )
  })

  it('does not let a name leave its comment', () => {
    const weights = [{ domain: 'vm\n1; reboot', weight: 256 }]
    const hostile = { ...plan, hostName: 'x\u2028xl destroy vm1', wish: { ...nothing, weights } }
    const script = commandsScript(hostile)
    expect(script).toContain('Nothing for vm 1; reboot: ')
    expect(run(script)).toMatchObject({ status: 0, calls: [] })
  })
})

describe('a script for a host that was read', () => {
  it('quotes for a shell what SSH carries as it is', async () => {
    const host = sampleHost('credit', 4)
    const inventory = await readHost(localShell(host))
    const reservation = { periodUs: 100_000, budgetUs: 20_000, extraTime: false }
    const { uuid } = domainNamed(host, 'vm1')
    const pool = { scheduler: 'rtds' as const, pCpus: [2, 3], domains: [{ uuid, reservation }] }
    const made = makePlan({ inventory, wanted: [], pool, username: 'root' })
    const script = commandsScript({
      ...plan,
      content: { kind: 'against-host', plan: made, unknownDomains: [] },
    })
    expect(run(script).calls[1]).toBe('cpupool-create name="steelyard-rt" sched="rtds" cpus="2-3"')
    expect(script).toContain('# To undo it, run these:\n# xl cpupool-migrate 1 Pool-0\n')
  })
})
