import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ApiError,
  type Application,
  getHost,
  type Host,
  listAuditEvents,
} from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordDrill } from '../lib/drill-table.ts'
import { hostWith } from '../lib/hosts.ts'
import { ACCOUNT, installSudoers } from '../lib/install-access.ts'
import { type OperatedProduct, startOperatedProduct } from '../lib/operated-product.ts'
import type { HostHandle, XenHost } from '../lib/xen-host.ts'

const EQUAL = 'vm1 256/0, vm2 256/0, vm3 256/0'
/** Lowered weights come first: vm3 is set before vm1. */
const PLAN = { vm1: 384, vm3: 128 }
const CUT_SSH = `pkill -KILL -u ${ACCOUNT} sshd`

/**
 * What can go wrong with a real host, through the whole product. Every drill ends in a state that is
 * known, shown and on the audit trail, and in which the record is what the host itself says.
 */
export function describeDrills(scheduler: HostHandle['scheduler']): void {
  describe(`drills on a host with sched=${scheduler}`, () => drills(scheduler))
}

function drills(scheduler: HostHandle['scheduler']): void {
  let host: XenHost
  let product: OperatedProduct
  let enrolled: Host

  beforeAll(async () => {
    host = hostWith(scheduler)
    product = await startOperatedProduct()
    enrolled = await product.enrol(host)
    expect(enrolled.connection).toMatchObject({ state: 'connected', trouble: null })
  })
  afterAll(() => product?.stop())
  afterEach(() => host.restoreGuests())

  const plan = async (weights: Record<string, number> = PLAN) => {
    const made = await product.plan(enrolled.id, weights)
    expect(made).toMatchObject({ state: 'planned', canApply: true })
    return made
  }
  const apply = async (weights?: Record<string, number>) => product.apply(await plan(weights))
  const kinds = ({ steps }: Application) => steps.map(({ kind }) => kind)

  /** Puts other sudo rules on the host for a while; afterwards the product reaches it again. */
  async function withSudoRules(rules: string | null, during: () => Promise<void>): Promise<void> {
    if (rules === null) await host.run('rm /etc/sudoers.d/steelyard')
    else await installSudoers(host, rules)
    try {
      await during()
    } finally {
      await installSudoers(host, enrolled.connection.sudoersSnippet!)
    }
    await expectConnected()
  }

  async function expectConnected(): Promise<void> {
    const { connection } = await product.discover(enrolled.id)
    expect(connection).toMatchObject({ state: 'connected', trouble: null })
  }

  /** Weight and cap of every guest by the host's own word. */
  async function shown(): Promise<string> {
    return listOf((await host.domains()).filter(({ id }) => id !== 0))
  }

  /** What every drill must come to, whatever happened in it. */
  async function expectKnownEnd(drill: string, application: Application): Promise<void> {
    const { id, state, statement } = application
    expect(statement).toBeTruthy()
    const action = application.kind === 'apply' ? 'application.finish' : 'roll-back.finish'
    const { data } = await product.call(listAuditEvents, { query: { action, targetId: id } })
    expect(data).toHaveLength(1)
    expect(data[0]!.detail).toMatchObject({ state, statement })
    const weights = await shown()
    expect(listOf(await guestsOnRecord())).toBe(weights)
    recordDrill({ drill, state, statement: statement!, weights })
  }

  async function guestsOnRecord() {
    const { domains } = await product.call(getHost, { params: { id: enrolled.id } })
    return domains.filter(({ gone, xenId }) => !gone && xenId !== 0)
  }

  function expectNothingDone(ended: Application, code: string): void {
    expect(ended).toMatchObject({ state: 'failed', trouble: { code }, canRollBack: false })
    expect(ended.statement).toMatch(/Nothing was changed on the host\.$/)
    expect(kinds(ended)).not.toContain('setting')
  }

  it('SSH cut between two commands', async ({ task }) => {
    const cut = host.whenWeightIs('vm3', 128, CUT_SSH)
    const ended = await product.ended(await apply())
    await cut
    expect(ended).toMatchObject({ state: 'rolled-back', trouble: { code: 'connection-lost' } })
    expect(kinds(ended)).toEqual(
      expect.arrayContaining(['contact-lost', 'reconnected', 'restored']),
    )
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe(EQUAL)
  })

  it('network silent for half a minute', async ({ task }) => {
    const accepted = await apply()
    await host.whenWeightIs('vm3', 128)
    await host.withoutNetwork(() => sleep(30_000))
    const ended = await product.ended(accepted)
    expect(ended.state).toBe('rolled-back')
    expect(kinds(ended)).toEqual(
      expect.arrayContaining(['rolling-back', 'reconnected', 'restored']),
    )
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe(EQUAL)
  })

  it('agent killed -9 in the middle', async ({ task }) => {
    const accepted = await apply()
    await host.whenWeightIs('vm3', 128)
    process.kill(product.agentPid(), 'SIGKILL')
    const ended = await product.ended(accepted)
    expect(ended).toMatchObject({ state: 'rolled-back', trouble: { code: 'interrupted' } })
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe(EQUAL)
  })

  it('domain destroyed between plan and apply', async ({ task }) => {
    const made = await plan()
    await host.run('xl destroy vm2')
    const ended = await product.ended(await product.apply(made))
    expectNothingDone(ended, 'drift')
    expect(ended.statement).toContain('vm2 is no longer on the host.')
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe('vm1 256/0, vm3 256/0')
  })

  it('domain created anew between plan and apply', async ({ task }) => {
    const made = await plan()
    const uuid = 'uuid="5ee1a4d0-0000-4000-8000-00000000aaaa"'
    await host.run(`xl destroy vm2; xl create -q /etc/xen/vm2.cfg '${uuid}'`)
    const ended = await product.ended(await product.apply(made))
    expectNothingDone(ended, 'drift')
    expect(ended.statement).toContain('vm2 is no longer on the host. vm2 is new on the host.')
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe(EQUAL)
  })

  it('domain destroyed in the middle', async ({ task }) => {
    const destroyed = host.whenWeightIs('vm3', 128, 'xl destroy vm3')
    const ended = await product.ended(await apply())
    await destroyed
    expect(ended.state).toBe('failed')
    expect(ended.statement).toContain('vm3 is no longer on the host; nothing to restore')
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe('vm1 256/0, vm2 256/0')
  })

  it('weight changed by somebody else after the plan', async ({ task }) => {
    const made = await plan()
    await host.run(`${host.schedCommand} -d vm2 -w 999`)
    const ended = await product.ended(await product.apply(made))
    expectNothingDone(ended, 'drift')
    expect(ended.statement).toContain('The weight of vm2 was 256 and is now 999.')
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe('vm1 256/0, vm2 999/0, vm3 256/0')
  })

  it('weight changed by somebody else in the middle', async ({ task }) => {
    // The moment is past the reading back of vm3.
    const other = `${host.schedCommand} -d vm3 -w 777; ${CUT_SSH}`
    const changed = host.whenWeightIs('vm1', 384, other)
    const ended = await product.ended(await apply())
    await changed
    expect(ended.state).toBe('failed')
    expect(ended.statement).toContain('vm3 was changed by someone else and is left alone')
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe('vm1 256/0, vm2 256/0, vm3 777/0')
  })

  it('host key changed', async ({ task }) => {
    const made = await plan()
    await host.withOtherHostKey(async () => {
      const log = await host.run('cat /var/log/sshd.log')
      const ended = await product.ended(await product.apply(made))
      expectNothingDone(ended, 'host-key-changed')
      const said = (await host.run('cat /var/log/sshd.log')).slice(log.length)
      expect(said).toContain('Connection from ')
      expect(said).not.toContain(ACCOUNT)
      await expectKnownEnd(task.name, ended)
    })
    await expectConnected()
    expect(await shown()).toBe(EQUAL)
  })

  it('account without sudo', async ({ task }) => {
    const made = await plan()
    await withSudoRules(null, async () => {
      const ended = await product.ended(await product.apply(made))
      expectNothingDone(ended, 'permission-denied')
      const { connection } = await product.discover(enrolled.id)
      expect(connection).toMatchObject({ state: 'failing', trouble: { code: 'permission-denied' } })
      expect(connection.trouble?.fix).toContain('Install the sudoers rules')
      await expectKnownEnd(task.name, ended)
    })
    expect(await shown()).toBe(EQUAL)
  })

  it.each([
    ['that reads', 'vcpu-list', 'failed'],
    ['that sets', ' -w ', 'rolled-back'],
  ])('sudo rules without a verb %s', async (which, verb, state) => {
    const made = await plan()
    await withSudoRules(without(verb, enrolled.connection.sudoersSnippet!), async () => {
      const ended = await product.ended(await product.apply(made))
      expect(ended).toMatchObject({ state, trouble: { code: 'permission-denied' } })
      await expectKnownEnd(`sudo rules without a verb ${which}`, ended)
    })
    expect(await shown()).toBe(EQUAL)
  })

  it('two operators apply at once', async () => {
    const plans = [await plan(), await plan({ vm2: 512 })]
    const answers = await Promise.allSettled(plans.map((made) => product.apply(made)))
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as ApiError] : [],
    )
    expect(refused.map(({ problem }) => [problem.status, problem.code])).toEqual([
      [409, 'host-busy'],
    ])
    const accepted = answers.findIndex(({ status }) => status === 'fulfilled')
    const { value } = answers[accepted] as PromiseFulfilledResult<Application>
    const ended = await product.ended(value)
    expect(ended.state).toBe('verified')
    await expectKnownEnd('two operators apply at once: the first', ended)
    const after = ['vm1 384/0, vm2 256/0, vm3 128/0', 'vm1 256/0, vm2 512/0, vm3 256/0'][accepted]
    expect(await shown()).toBe(after)

    const undone = await product.ended(await product.rollBack(ended.id))
    expect(undone.state).toBe('rolled-back')
    await expectKnownEnd('its roll-back', undone)
    expect(await shown()).toBe(EQUAL)
  })

  // The last one: the guests need a while to come up again.
  it('host rebooted in the middle', async ({ task }) => {
    const accepted = await apply()
    await host.whenWeightIs('vm3', 128)
    await host.reboot()
    const ended = await product.ended(accepted)
    expect(['failed', 'rolled-back']).toContain(ended.state)
    if (ended.state === 'failed') {
      expect(ended.statement).toMatch(/vm3 (is no longer on the host|could not be checked)/)
    }
    await host.untilGuestsServe()
    await product.discover(enrolled.id)
    await expectKnownEnd(task.name, ended)
    expect(await shown()).toBe(EQUAL)
  })
}

function listOf(guests: { name: string; weight: number | null; cap: number | null }[]): string {
  return guests
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, weight, cap }) => `${name} ${weight}/${cap}`)
    .join(', ')
}

/** The rules without those that hold this text. */
function without(text: string, snippet: string): string {
  const [head, rules] = snippet.split('NOPASSWD: ')
  const kept = rules!
    .trim()
    .split(', \\\n')
    .filter((rule) => !rule.includes(text))
  return `${head}NOPASSWD: ${kept.join(', \\\n')}\n`
}
