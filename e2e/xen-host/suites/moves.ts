import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../scripts/lib/product/product-client.ts'
import { AskedGuest } from '../lib/asked-guest.ts'
import type { Pair } from '../lib/boot-pair.ts'
import { CUT_SSH } from '../lib/drill-ground.ts'
import { trustToMove } from '../lib/move-trust.ts'
import { type OperatedProduct, startOperatedProduct } from '../lib/operated-product.ts'
import type { XenHost } from '../lib/xen-host.ts'

/**
 * Moves of a guest between two real hosts, through the whole product with its own gate, sudo rules
 * and trust. Whatever happens meanwhile, the product has to say where the guest is, and be right.
 */
export function describeMoves(give: () => Pair): void {
  describe('moves between two hosts', () => moves(give))
}

function moves(give: () => Pair): void {
  let pair: Pair
  let product: OperatedProduct
  let poolId: string
  let hosts: { source: contract.Host; destination: contract.Host }

  beforeAll(async () => {
    pair = give()
    // It would otherwise start guests of the same UUIDs whenever it boots.
    await pair.destination.run('rm /etc/xen/vm?.cfg')
    // A move copies half as much then.
    await pair.source.run('xl mem-set vm1 128')
    product = await startOperatedProduct()
    hosts = {
      source: await product.enrol(pair.source, 'source'),
      destination: await product.enrol(pair.destination, 'destination'),
    }
    const hostIds = [hosts.source.id, hosts.destination.id]
    const body = { name: 'pair', hostIds }
    poolId = (await product.call(contract.groupHosts, { body })).id
    await trustToMove(pair.source, pair.destination, await connectionOf(hosts.source))
    await trustToMove(pair.destination, pair.source, await connectionOf(hosts.destination))
  })
  afterAll(() => product?.stop())

  let guest: AskedGuest
  beforeEach(() => {
    guest = new AskedGuest([pair.source, pair.destination].map(portOfGuest))
  })
  afterEach(async ({ task }) => {
    const { answers, longestGapSeconds } = await guest.stop()
    console.log(
      `${task.name}: vm1 gave ${answers} answers; the longest gap was ${longestGapSeconds.toFixed(1)} s.`,
    )
  })

  async function connectionOf({ id }: contract.Host): Promise<contract.HostConnection> {
    return (await product.call(contract.getHost, { params: { id } })).connection
  }

  async function newest(): Promise<contract.PoolMove> {
    const { data } = await product.call(contract.listPoolMoves, { params: { id: poolId } })
    return data[0]!
  }

  /** Plans to move vm1 and starts that. */
  async function begin(to: contract.Host): Promise<contract.Job> {
    for (const host of Object.values(hosts)) await product.discover(host.id)
    const pool = await product.call(contract.getPool, { params: { id: poolId } })
    const { uuid: guestUuid } = pool.found!.guests.find(({ name }) => name === 'vm1')!
    const planned = await product.call(contract.planPoolMove, {
      params: { id: poolId },
      body: { guestUuid, toHostUuid: to.id },
    })
    await product.jobEnded(planned.job)
    const move = await newest()
    expect(move).toMatchObject({ state: 'planned', refusals: [] })
    const params = { id: poolId, moveId: move.id }
    const body = { password: PASSWORD }
    return (await product.call(contract.startPoolMove, { params, body })).job
  }

  /** Once both hosts were read again, too. */
  async function ended(job: contract.Job): Promise<contract.PoolMove> {
    await product.jobEnded(job)
    return newest()
  }

  /** Waits until the guest arrives there. */
  async function arrivesAt(host: XenHost): Promise<void> {
    const shown = 'until xl list | grep -q incoming; do sleep 0.2; done'
    await host.run(`timeout 300 sh -c '${shown}'`)
  }

  /** Both hosts by themselves, and what the product has of them. */
  async function expectAt(home: 'source' | 'destination'): Promise<void> {
    for (const place of ['source', 'destination'] as const) {
      const isHome = place === home
      expect((await pair[place].domains()).some(({ name }) => name === 'vm1')).toBe(isHome)
      const params = { id: hosts[place].id }
      const { domains } = await product.call(contract.getHost, { params })
      expect(domains.some(({ name, gone }) => name === 'vm1' && !gone)).toBe(isHome)
    }
  }

  it('a guest under load moves with its weight, and back', async () => {
    await pair.source.run('xl sched-credit -d vm1 -w 300 -c 80')
    const moved = await ended(await begin(hosts.destination))
    expect(moved).toMatchObject({ state: 'moved', outcome: expect.stringContaining('destination') })
    await expectAt('destination')
    const weightOf = async (host: XenHost) =>
      (await host.domains()).find(({ name }) => name === 'vm1')
    expect(await weightOf(pair.destination)).toMatchObject({ weight: 300, cap: 80 })
    expect(await ended(await begin(hosts.source))).toMatchObject({ state: 'moved' })
    await expectAt('source')
    expect(await weightOf(pair.source)).toMatchObject({ weight: 300, cap: 80 })
  })

  it('the connection is cut meanwhile', async () => {
    const job = await begin(hosts.destination)
    await arrivesAt(pair.destination)
    await pair.source.run(CUT_SSH)
    expect(await ended(job)).toMatchObject({ state: 'moved' })
    await expectAt('destination')
  })

  it('the agent is killed meanwhile, and its successor only looks', async () => {
    const job = await begin(hosts.source)
    await arrivesAt(pair.source)
    process.kill(product.agentPid(), 'SIGKILL')
    expect(await ended(job)).toMatchObject({ state: 'moved' })
    await expectAt('source')
  })

  it('the destination reboots meanwhile', async () => {
    const job = await begin(hosts.destination)
    await arrivesAt(pair.destination)
    await pair.destination.reboot()
    expect(await ended(job)).toMatchObject({ state: 'stayed' })
    await expectAt('source')
  })
}

function portOfGuest({ handle }: XenHost): number {
  return handle.ports.guestHttp[0]!
}
