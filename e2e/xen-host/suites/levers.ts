import {
  applyPlan,
  connectHost,
  type HostConnection,
  HostError,
  makePlan,
  type PlanInput,
  type RecordedChange,
  type RemoteShell,
  readHost,
  rollbackApplication,
} from '@steelyard/xen'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enrol } from '../lib/enrolment.ts'
import { ACCOUNT, installSudoers } from '../lib/install-access.ts'
import type { XenHost } from '../lib/xen-host.ts'

const UNPINNED = { 'Domain-0': 'all', vm1: 'all', vm2: 'all', vm3: 'all' }
const ONE_POOL = { 'Pool-0': '0,1' }
const EQUAL = 'vm1 256/0, vm2 256/0, vm3 256/0'

/**
 * Tests affinities, caps and a cpupool on a host with two pCPUs, verified by the host's own `xl`.
 *
 * @param give returns the host once it runs
 */
export function describeLevers(give: () => XenHost): void {
  describe('levers other than weights, on a host with two pCPUs', () => levers(give))
}

function levers(give: () => XenHost): void {
  let host: XenHost
  let connection: HostConnection
  let shell: RemoteShell

  beforeAll(async () => {
    host = give()
    connection = await enrol(host)
    shell = await connectHost(connection)
  })
  afterAll(() => shell?.close())
  // Removes whatever a failed test has left behind.
  afterEach(() => host.run(TIDY))

  const hooks = { onStep: async () => {}, reconnect: () => connectHost(connection) }

  async function plan(wish: (uuidOf: (name: string) => string) => Partial<PlanInput>) {
    const inventory = await readHost(shell)
    const uuidOf = (name: string) => inventory.domains.find((each) => each.name === name)!.uuid
    return makePlan({ inventory, wanted: [], username: connection.username, ...wish(uuidOf) })
  }

  async function apply(...wish: Parameters<typeof plan>): Promise<RecordedChange[]> {
    const made = await plan(...wish)
    expect(made.reasons.filter(({ effect }) => effect === 'blocks')).toEqual([])
    const result = await applyPlan(shell, made, hooks)
    expect(result).toMatchObject({ outcome: 'verified', reason: null, notUndone: [] })
    return made.changes
  }

  async function rollBack(changes: RecordedChange[]): Promise<void> {
    const undone = await rollbackApplication(shell, changes, hooks)
    expect(undone).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
  }

  /** What the host reports by domain: the hard affinity, and the pCPU that the domain runs on. */
  async function placement() {
    const rows = [
      ...(await host.run('xl vcpu-list')).matchAll(
        /^(\S+) +\d+ +\d+ +(\S+) +\S+ +\d+\.\d +(\S+) \/ /gm,
      ),
    ]
    return {
      affinity: Object.fromEntries(rows.map(([, name, , affinity]) => [name!, affinity!])),
      pCpu: Object.fromEntries(rows.map(([, name, pCpu]) => [name!, pCpu!])),
    }
  }

  async function cpupools(): Promise<Record<string, string>> {
    const rows = (await host.run('xl cpupool-list -c')).matchAll(/^(\S+) +(\d[\d,]*)$/gm)
    return Object.fromEntries([...rows].map(([, name, pCpus]) => [name!, pCpus!]))
  }

  async function guests(): Promise<string> {
    const shown = (await host.domains()).filter(({ id }) => id !== 0)
    return shown
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name, weight, cap }) => `${name} ${weight}/${cap}`)
      .join(', ')
  }

  async function expectAsBefore(): Promise<void> {
    expect(await cpupools()).toEqual(ONE_POOL)
    expect((await placement()).affinity).toEqual(UNPINNED)
    expect(await guests()).toBe(EQUAL)
  }

  it('pins vCPUs, Domain-0’s too, and caps several guests, whatever their weights', async () => {
    const changes = await apply((uuidOf) => ({
      wanted: ['vm2', 'vm3'].map((name) => ({ uuid: uuidOf(name), cap: 30 })),
      pins: [
        { uuid: uuidOf('Domain-0'), pCpus: [0] },
        { uuid: uuidOf('vm1'), pCpus: [1] },
      ],
    }))
    expect(await guests()).toBe('vm1 256/0, vm2 256/30, vm3 256/30')
    expect(await placement()).toMatchObject({
      affinity: { ...UNPINNED, 'Domain-0': '0', vm1: '1' },
      pCpu: { 'Domain-0': '0', vm1: '1' },
    })
    await rollBack(changes)
    await expectAsBefore()
  })

  it('sees a pin that somebody else has set after the plan', async () => {
    const made = await plan((uuidOf) => ({ pins: [{ uuid: uuidOf('vm1'), pCpus: [1] }] }))
    await host.run('xl vcpu-pin vm3 all 0')
    const result = await applyPlan(shell, made, hooks)
    expect(result).toMatchObject({ outcome: 'failed', hostTouched: false })
    expect(result.drift.map(({ kind }) => kind)).toEqual(['affinity-changed'])
    expect((await placement()).affinity).toEqual({ ...UNPINNED, vm3: '0' })
  })

  it('puts pins back when one in the middle is refused', async () => {
    const made = await plan((uuidOf) => ({
      wanted: [{ uuid: uuidOf('vm1'), cap: 40 }],
      pins: [
        { uuid: uuidOf('vm1'), pCpus: [1] },
        { uuid: uuidOf('vm2'), pCpus: [0] },
      ],
    }))
    const { id } = (await host.domains()).find(({ name }) => name === 'vm2')!
    await withoutLines(`vcpu-pin ${id} `, async () => {
      const result = await applyPlan(shell, made, hooks)
      expect(result).toMatchObject({
        outcome: 'rolled-back',
        reason: { code: 'permission-denied' },
        notUndone: [],
      })
    })
    await expectAsBefore()
  })

  it('makes a cpupool, moves a guest into it, and takes all back with its values', async () => {
    const { id } = (await host.domains()).find(({ name }) => name === 'vm1')!
    await host.run(`xl sched-credit -d ${id} -w 512 -c 50; xl vcpu-pin ${id} all 0`)
    const changes = await apply((uuidOf) => ({
      pool: { scheduler: 'credit', pCpus: [1], domains: [{ uuid: uuidOf('vm1') }] },
    }))
    expect(await cpupools()).toEqual({ 'Pool-0': '0', 'steelyard-rt': '1' })
    expect((await placement()).pCpu).toMatchObject({ vm1: '1', vm2: '0', vm3: '0' })
    await rollBack(changes)
    expect(await cpupools()).toEqual(ONE_POOL)
    expect(await guests()).toBe('vm1 512/50, vm2 256/0, vm3 256/0')
    expect((await placement()).affinity).toEqual({ ...UNPINNED, vm1: '0' })
  })

  it('puts all back where this Xen has no RTDS', async () => {
    const made = await plan((uuidOf) => ({
      pool: {
        scheduler: 'rtds',
        pCpus: [1],
        domains: [
          {
            uuid: uuidOf('vm1'),
            reservation: { periodUs: 100_000, budgetUs: 70_000, extraTime: false },
          },
        ],
      },
    }))
    expect(made).toMatchObject({ canApply: true })
    const result = await applyPlan(shell, made, hooks)
    expect(result).toMatchObject({
      outcome: 'rolled-back',
      reason: {
        code: 'command-failed',
        detail: expect.stringContaining('Could not create cpupool'),
      },
      notUndone: [],
    })
    await expectAsBefore()
  })

  it('does not pass on a cpupool command that is not on the list', async () => {
    for (const command of [
      { verb: 'cpupool-migrate', domainId: 0, cpupool: 'steelyard-rt' },
      { verb: 'cpupool-create', scheduler: 'rtds', pCpus: '1" name="x' },
    ] as const) {
      await expect(async () => shell.run(command)).rejects.toThrow(HostError)
    }
    for (const line of [
      'xl cpupool-destroy Pool-0',
      'xl cpupool-create /etc/shadow',
      'xl cpupool-migrate 0 steelyard-rt',
      'xl vcpu-pin 1 all 0 1',
    ]) {
      const answer = await host.tryRun(`cd / && runuser -u ${ACCOUNT} -- sudo -n ${line}`)
      expect(answer).toMatchObject({ exitCode: 1, stdout: '' })
    }
  })

  /** Installs sudo rules that refuse lines with this text. */
  async function withoutLines(text: string, during: () => Promise<void>) {
    const rules = await host.run('cat /etc/sudoers.d/steelyard')
    await installSudoers(host, denying(rules, text))
    try {
      await during()
    } finally {
      await installSudoers(host, rules)
    }
  }
}

function denying(rules: string, text: string): string {
  return `${rules.trimEnd()}, \\\n  !/usr/sbin/xl ^${text}.*$\n`
}

/** Restores one cpupool, no pins and default weights. It is quick when nothing has changed. */
const TIDY = `
if xl cpupool-list | grep -q '^steelyard-rt '; then
  for id in $(xl list -c | awk '/ steelyard-rt$/ {print $2}'); do xl cpupool-migrate $id Pool-0; done
  xl cpupool-destroy steelyard-rt
fi
xl cpupool-list -c | grep -q '0,1$' || xl cpupool-cpu-add Pool-0 1
for id in $(xl vcpu-list | awk '$2 ~ /^[0-9]+$/ && $(NF-2) != "all" {print $2}'); do xl vcpu-pin $id all all; done
for id in $(xl sched-credit | awk '$2 ~ /^[1-9]/ && ($3 != 256 || $4 != 0) {print $2}'); do
  xl sched-credit -d $id -w 256 -c 0
done
`
