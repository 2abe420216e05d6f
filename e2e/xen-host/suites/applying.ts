import {
  applyPlan,
  connectHost,
  type HostConnection,
  makePlan,
  probeHostKey,
  type RemoteShell,
  readHost,
  rollbackApplication,
  type WantedWeight,
} from '@steelyard/xen'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CpuUse, measureCpuUse, sharesAmong } from '../lib/cpu-shares.ts'
import { enrol } from '../lib/enrolment.ts'
import { hostWith } from '../lib/hosts.ts'
import { runProgram } from '../lib/ssh.ts'
import { GUEST_NAMES, type HostHandle, type XenHost } from '../lib/xen-host.ts'

const EQUAL = { vm1: '256/0', vm2: '256/0', vm3: '256/0' }

/**
 * Tests every step of a plan with packages/xen alone, verified by the host's own CPU accounting.
 */
export function describeApplying(scheduler: HostHandle['scheduler']): void {
  describe(`a host with sched=${scheduler}`, () => applying(scheduler))
}

function applying(scheduler: HostHandle['scheduler']): void {
  let host: XenHost
  let connection: HostConnection
  let shell: RemoteShell

  beforeAll(async () => {
    host = hostWith(scheduler)
    connection = await enrol(host)
    shell = await connectHost(connection)
  })
  afterAll(async () => {
    await shell?.close()
    await host.restoreGuests()
  })

  const hooks = { onStep: async () => {}, reconnect: () => connectHost(connection) }

  async function apply(weights: Record<string, Omit<WantedWeight, 'uuid'>>) {
    const inventory = await readHost(shell)
    const wanted = inventory.domains
      .filter(({ name }) => name in weights)
      .map(({ name, uuid }) => ({ uuid, ...weights[name]! }))
    const plan = makePlan({ inventory, wanted, username: connection.username })
    expect(plan).toMatchObject({ canApply: true, drift: [] })
    const result = await applyPlan(shell, plan, hooks)
    expect(result).toMatchObject({ outcome: 'verified', reason: null, notUndone: [] })
    return plan.changes
  }

  /** Weight and cap of the guests as the host reports them. */
  async function shown(): Promise<Record<string, string>> {
    const domains = (await host.domains()).filter(({ id }) => id !== 0)
    return Object.fromEntries(domains.map(({ name, weight, cap }) => [name, `${weight}/${cap}`]))
  }

  /** Expects shares within 10 % of those given by the weights, under full load. */
  async function expectShares(weights: Record<string, number>): Promise<void> {
    const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
    const largestError = (use: CpuUse) => {
      const shares = sharesAmong(use, GUEST_NAMES)
      const errors = GUEST_NAMES.map((name) =>
        Math.abs(shares[name]! / (weights[name]! / total) - 1),
      )
      return Math.max(...errors)
    }
    const use = await measureCpuUse(host, (candidate) => largestError(candidate) < 0.1)
    expect(largestError(use), `used: ${JSON.stringify(use)}`).toBeLessThan(0.1)
  }

  async function expectCapped(name: string, cap: number): Promise<void> {
    const limits = [0.75 * cap, 1.1 * cap] as const
    const isCapped = (use: CpuUse) => use[name]! > limits[0] && use[name]! < limits[1]
    const use = await measureCpuUse(host, isCapped)
    expect(isCapped(use), `used: ${JSON.stringify(use)}`).toBe(true)
  }

  it('shows the fingerprint that ssh-keyscan shows', async () => {
    const scanned = await runProgram('ssh-keyscan', [
      '-t',
      'ed25519',
      '-p',
      String(host.port),
      host.address,
    ])
    const { stdout } = await runProgram('ssh-keygen', ['-l', '-f', '-'], scanned.stdout)
    const { fingerprint, algorithm } = await probeHostKey(host)
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
    const inventory = await readHost(shell)
    expect(inventory).toMatchObject({
      scheduler,
      pCpus: 1,
      cpupools: [{ name: 'Pool-0', pCpus: 1, scheduler }],
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

    const weights = await apply({ vm1: { weight: 512 }, vm3: { weight: 384 } })
    expect(await shown()).toEqual({ ...EQUAL, vm1: '512/0', vm3: '384/0' })
    await expectShares({ vm1: 512, vm2: 256, vm3: 384 })

    const caps = await apply({ vm1: { weight: 512, cap: 20 } })
    expect(await shown()).toEqual({ ...EQUAL, vm1: '512/20', vm3: '384/0' })
    await expectCapped('vm1', 0.2)

    for (const changes of [caps, weights]) {
      const undone = await rollbackApplication(shell, changes, hooks)
      expect(undone).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
    }
    expect(await shown()).toEqual(EQUAL)
  }, 1_200_000)
}
