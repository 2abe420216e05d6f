import {
  applyPlan,
  connectHost,
  type HostConnection,
  makePlan,
  type RemoteShell,
  readHost,
  rollbackApplication,
} from '@steelyard/xen'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol } from '../lib/enrolment.ts'
import type { XenHost } from '../lib/xen-host.ts'

const RESERVATION = { periodUs: 100_000, budgetUs: 30_000, extraTime: false }
const MEASURED_SECONDS = 20

/**
 * What only the hypervisor for experiments has, on a host with two pCPUs that was booted with loans
 * and a real-time weight.
 *
 * @param give returns the host once it runs
 */
export function describeExperiments(give: () => XenHost): void {
  describe('the hypervisor for experiments', () => experiments(give))
}

function experiments(give: () => XenHost): void {
  let host: XenHost
  let connection: HostConnection
  let shell: RemoteShell

  beforeAll(async () => {
    host = give()
    connection = await enrol(host)
    shell = await connectHost(connection)
  })
  afterAll(() => shell?.close())

  const hooks = { onStep: async () => {}, reconnect: () => connectHost(connection) }

  it('says what it can, and which of it is on', async () => {
    expect((await readHost(shell)).experiments).toEqual({
      boost: 'loan',
      boostLasts: 'loan',
      loan: { credits: 1000, share: 0.2, factor: 3 },
      realTimeWeight: 333,
    })
  })

  it('has RTDS: a guest in its pool gets its budget and no more', async () => {
    const inventory = await readHost(shell)
    const { uuid } = inventory.domains.find(({ name }) => name === 'vm1')!
    const plan = makePlan({
      inventory,
      wanted: [],
      username: connection.username,
      pool: {
        scheduler: 'rtds',
        pCpus: [1],
        domains: [{ uuid, reservation: RESERVATION }],
      },
    })
    expect(plan.reasons.map(({ code }) => code)).not.toContain('scheduler-may-be-missing')
    expect(await applyPlan(shell, plan, hooks)).toMatchObject({ outcome: 'verified' })
    expect(await host.run('xl sched-rtds -d vm1 -v all')).toMatch(/ 100000 +30000 +no/)

    await host.runInGuest(1, 'hog on')
    const share = await cpuShareOf('vm1')
    await host.runInGuest(1, 'hog off')
    console.log(
      `Under RTDS, vm1 got ${(100 * share).toFixed(1)} % of its pCPU; 30 % were reserved.`,
    )
    expect(share).toBeGreaterThan(0.25)
    expect(share).toBeLessThan(0.35)

    const undone = await rollbackApplication(shell, plan.changes, hooks)
    expect(undone.notUndone).toEqual([])
    expect(undone.outcome).toBe('rolled-back')
    expect(await host.run('xl cpupool-list -c')).not.toContain('steelyard-rt')
  })

  /** CPU seconds of a domain per second on the host's own clock. */
  async function cpuShareOf(name: string): Promise<number> {
    const read = async () => {
      const [[uptime], used] = [
        (await host.run('cat /proc/uptime')).split(' '),
        await host.cpuSeconds(),
      ]
      return { at: Number(uptime), used: used[name]! }
    }
    const before = await read()
    await host.run(`sleep ${MEASURED_SECONDS}`)
    const after = await read()
    return (after.used - before.used) / (after.at - before.at)
  }
}
