import {
  applyPlan,
  connectHost,
  type HostConnection,
  type HostInventory,
  makePlan,
  probeHostKey,
  type RemoteShell,
  readHost,
  rollbackApplication,
  type WantedWeight,
} from '@steelyard/xen'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureCpuUse, sharesAmong } from '../lib/cpu-shares.ts'
import { enrol } from '../lib/enrolment.ts'
import { hostWith } from '../lib/hosts.ts'
import { runProgram } from '../lib/ssh.ts'
import type { HostHandle, XenHost } from '../lib/xen-host.ts'

const GUESTS = ['vm1', 'vm2', 'vm3']
const EQUAL = { vm1: '256/0', vm2: '256/0', vm3: '256/0' }

/** The whole way of a plan, with packages/xen alone; the host's own account of CPU is the judge. */
export function describeApplying(scheduler: HostHandle['scheduler']): void {
  describe(`a host with sched=${scheduler}`, () => applying(scheduler))
}

function applying(scheduler: HostHandle['scheduler']): void {
  let host: XenHost
  let connection: HostConnection
  let shell: RemoteShell
  let inventory: HostInventory

  beforeAll(async () => {
    host = hostWith(scheduler)
    connection = await enrol(host)
    shell = await connectHost(connection)
  })
  afterAll(() => shell.close())

  const uuidOf = (name: string) => inventory.domains.find((domain) => domain.name === name)!.uuid
  const wanted = (weights: Record<string, Omit<WantedWeight, 'uuid'>>): WantedWeight[] =>
    Object.entries(weights).map(([name, values]) => ({ uuid: uuidOf(name), ...values }))
  const hooks = { onStep: async () => {}, reconnect: () => connectHost(connection) }

  async function apply(weights: Record<string, Omit<WantedWeight, 'uuid'>>) {
    const { username } = connection
    const plan = makePlan({
      inventory: await readHost(shell),
      wanted: wanted(weights),
      username,
    })
    expect(plan).toMatchObject({ canApply: true, drift: [] })
    const result = await applyPlan(shell, plan, hooks)
    expect(result).toMatchObject({ outcome: 'verified', reason: null, notUndone: [] })
    return plan.changes
  }

  /** Weight and cap of the guests by the host's own word. */
  async function shown(): Promise<Record<string, string>> {
    const domains = (await host.domains()).filter(({ id }) => id !== 0)
    return Object.fromEntries(domains.map(({ name, weight, cap }) => [name, `${weight}/${cap}`]))
  }

  async function expectShares(weights: Record<string, number>): Promise<void> {
    const shares = sharesAmong(await measureCpuUse(host), GUESTS)
    const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
    for (const name of GUESTS) {
      const expected = weights[name]! / total
      const error = Math.abs(shares[name]! / expected - 1)
      expect(error, `${name} of ${JSON.stringify(shares)}`).toBeLessThan(0.1)
    }
  }

  it('shows the fingerprint that ssh-keyscan shows', async () => {
    const scanned = await runProgram('ssh-keyscan', [
      ...['-t', 'ed25519', '-p', String(host.port), host.address],
    ])
    const { stdout } = await runProgram('ssh-keygen', ['-l', '-f', '-'], scanned.stdout)
    const { fingerprint, algorithm } = await probeHostKey(host.address, host.port)
    expect(algorithm).toBe('ssh-ed25519')
    expect(stdout.split(' ')[1]).toBe(fingerprint)
  })

  it('is left before authentication when it shows another key', async () => {
    await host.withOtherHostKey(async () => {
      const log = await host.run('cat /var/log/sshd.log')
      await expect(connectHost(connection)).rejects.toMatchObject({ code: 'host-key-changed' })
      const said = (await host.run('cat /var/log/sshd.log')).slice(log.length)
      expect(said).toMatch(/^Connection from /m)
      expect(said).toMatch(/\[preauth\]$/m)
      expect(said).not.toContain(connection.username)
    })
    await (await connectHost(connection)).close()
  })

  it('is read as it is', async () => {
    inventory = await readHost(shell)
    expect(inventory).toMatchObject({
      scheduler,
      pcpus: 1,
      cpupools: [{ name: 'Pool-0', pcpus: 1, scheduler }],
    })
    expect(inventory.xenVersion).toMatch(/^4\.\d+/)
    expect(
      inventory.domains.map(({ name, id, weight, cap }) => ({ name, id, weight, cap })),
    ).toEqual(await host.domains())
    for (const { id, uuid } of inventory.domains.filter((domain) => domain.id !== 0)) {
      const store = await host.run(`xenstore-read $(xenstore-read /local/domain/${id}/vm)/uuid`)
      expect(uuid).toBe(store.trim())
    }
  })

  it('divides its CPU by the weights that were applied, and caps what was capped', async () => {
    await expectShares({ vm1: 1, vm2: 1, vm3: 1 })

    const weights = await apply({ vm1: { weight: 512 }, vm3: { weight: 1024 } })
    expect(await shown()).toEqual({ ...EQUAL, vm1: '512/0', vm3: '1024/0' })
    await expectShares({ vm1: 512, vm2: 256, vm3: 1024 })

    const caps = await apply({ vm3: { weight: 1024, cap: 20 } })
    expect(await shown()).toEqual({ vm1: '512/0', vm2: '256/0', vm3: '1024/20' })
    const use = await measureCpuUse(host)
    expect(use.vm3, `of ${JSON.stringify(use)}`).toBeLessThan(0.22)
    expect(use.vm3, `of ${JSON.stringify(use)}`).toBeGreaterThan(0.15)

    for (const changes of [caps, weights]) {
      const undone = await rollbackApplication(shell, changes, hooks)
      expect(undone).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
    }
    expect(await shown()).toEqual(EQUAL)
  })
}
