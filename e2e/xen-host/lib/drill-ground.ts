import {
  type Application,
  getHost,
  type Host,
  listAuditEvents,
  type Plan,
} from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { recordDrill } from './drill-table.ts'
import { hostWith } from './hosts.ts'
import { ACCOUNT, installSudoers } from './install-access.ts'
import { listWeights, type OperatedProduct, startOperatedProduct } from './operated-product.ts'
import type { HostHandle, XenHost } from './xen-host.ts'

export const EQUAL = 'vm1 256/0, vm2 256/0, vm3 256/0'
/** A plan lowers weights before it raises others, so vm3 is set before vm1. */
const PLAN = { vm1: 384, vm3: 128 }
export const CUT_SSH = `pkill -KILL -u ${ACCOUNT} sshd`

/**
 * A real host, enrolled in a complete product. Every drill must end in a known state that the
 * product shows and the audit trail contains, and the product's record must match the host itself.
 */
export class DrillGround {
  host!: XenHost
  product!: OperatedProduct
  enrolled!: Host

  /** Registers the hooks of the suite that creates it. */
  constructor(scheduler: HostHandle['scheduler']) {
    beforeAll(async () => {
      this.host = hostWith(scheduler)
      this.product = await startOperatedProduct()
      this.enrolled = await this.product.enrol(this.host)
      expect(this.enrolled.connection).toMatchObject({ state: 'connected', trouble: null })
    })
    afterAll(() => this.product?.stop())
    afterEach(() => this.host.restoreGuests())
  }

  async plan(weights: Record<string, number> = PLAN): Promise<Plan> {
    const made = await this.product.plan({
      hostId: this.enrolled.id,
      weights: listWeights(weights),
    })
    expect(made).toMatchObject({ state: 'planned', canApply: true })
    return made
  }

  async apply(weights?: Record<string, number>): Promise<Application> {
    return this.product.apply(await this.plan(weights))
  }

  /** Makes the product read the host again. */
  discover(): Promise<Host> {
    return this.product.discover(this.enrolled.id)
  }

  async expectConnected(): Promise<void> {
    const { connection } = await this.discover()
    expect(connection).toMatchObject({ state: 'connected', trouble: null })
  }

  /**
   * Replaces the sudo rules on the host for the duration, then checks that the product can reach it
   * again.
   */
  async withSudoRules(rules: string | null, during: () => Promise<void>): Promise<void> {
    if (rules === null) await this.host.run('rm /etc/sudoers.d/steelyard')
    else await installSudoers(this.host, rules)
    try {
      await during()
    } finally {
      await installSudoers(this.host, this.enrolled.connection.sudoersSnippet!)
    }
    await this.expectConnected()
  }

  /** Makes another operator set a weight between our command and its reading back. */
  async strikeAtReadBack(name: string, weight: number): Promise<void> {
    const { host } = this
    const { id } = (await host.domains()).find((domain) => domain.name === name)!
    const verb = host.schedCommand.replace(/^xl /, '')
    await host.beforeXl(`${verb} -d ${id}`, `${host.schedCommand} -d ${id} -w ${weight}`)
  }

  /** Reads weight and cap of every guest from the host itself. */
  async shown(): Promise<string> {
    return listOf((await this.host.domains()).filter(({ id }) => id !== 0))
  }

  /** Checks the end that every drill must reach, whatever happened in it. */
  async expectKnownEnd(drill: string, application: Application): Promise<void> {
    const { id, state, statement } = application
    expect(statement).toBeTruthy()
    const action = application.kind === 'apply' ? 'application.finish' : 'roll-back.finish'
    const { data } = await this.product.call(listAuditEvents, { query: { action, targetId: id } })
    expect(data).toHaveLength(1)
    expect(data[0]!.detail).toMatchObject({ state, statement })
    const weights = await this.shown()
    expect(listOf(await this.#guestsOnRecord())).toBe(weights)
    recordDrill({ drill, state, statement: statement!, weights })
  }

  async #guestsOnRecord() {
    const params = { id: this.enrolled.id }
    const { domains } = await this.product.call(getHost, { params })
    return domains.filter(({ gone, xenId }) => !gone && xenId !== 0)
  }

  expectNothingDone(ended: Application, code: string): void {
    expect(ended).toMatchObject({ state: 'failed', trouble: { code }, canRollBack: false })
    expect(ended.statement).toMatch(/Nothing was changed on the host\.$/)
    expect(kinds(ended)).not.toContain('setting')
  }
}

export function kinds({ steps }: Application): string[] {
  return steps.map(({ kind }) => kind)
}

function listOf(guests: { name: string; weight: number | null; cap: number | null }[]): string {
  return guests
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, weight, cap }) => `${name} ${weight}/${cap}`)
    .join(', ')
}
