import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiError, Application } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { CUT_SSH, DrillGround, EQUAL, kinds } from '../lib/drill-ground.ts'
import { ACCOUNT } from '../lib/install-access.ts'
import type { HostHandle } from '../lib/xen-host.ts'

/**
 * Drills with failures between the product and a real host: networks, crashes, keys, rights,
 * operators.
 */
export function describeContactDrills(scheduler: HostHandle['scheduler']): void {
  describe(`drills of failing contact with a host under sched=${scheduler}`, () => {
    contactDrills(new DrillGround(scheduler))
  })
}

function contactDrills(ground: DrillGround): void {
  it('SSH cut between two commands', async ({ task }) => {
    const cut = ground.host.whenWeightIs('vm3', 128, CUT_SSH)
    const ended = await ground.product.ended(await ground.apply())
    await cut
    expect(ended).toMatchObject({ state: 'rolled-back', trouble: { code: 'connection-lost' } })
    expect(kinds(ended)).toEqual(
      expect.arrayContaining(['contact-lost', 'reconnected', 'restored']),
    )
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe(EQUAL)
  })

  it('network silent for half a minute', async ({ task }) => {
    const accepted = await ground.apply()
    await ground.host.whenWeightIs('vm3', 128)
    await ground.host.withoutNetwork(() => sleep(30_000))
    const ended = await ground.product.ended(accepted)
    expect(ended.state).toBe('rolled-back')
    expect(kinds(ended)).toEqual(
      expect.arrayContaining(['rolling-back', 'reconnected', 'restored']),
    )
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe(EQUAL)
  })

  it('agent killed -9 in the middle', async ({ task }) => {
    const accepted = await ground.apply()
    await ground.host.whenWeightIs('vm3', 128)
    process.kill(ground.product.agentPid(), 'SIGKILL')
    const ended = await ground.product.ended(accepted)
    expect(ended).toMatchObject({ state: 'rolled-back', trouble: { code: 'interrupted' } })
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe(EQUAL)
  })

  it('host key changed', async ({ task }) => {
    const made = await ground.plan()
    await ground.host.withOtherHostKey(async () => {
      const log = await ground.host.run('cat /var/log/sshd.log')
      const ended = await ground.product.ended(await ground.product.apply(made))
      ground.expectNothingDone(ended, 'host-key-changed')
      const said = (await ground.host.run('cat /var/log/sshd.log')).slice(log.length)
      expect(said).toContain('Connection from ')
      expect(said).not.toContain(ACCOUNT)
      await ground.expectKnownEnd(task.name, ended)
    })
    await ground.expectConnected()
    expect(await ground.shown()).toBe(EQUAL)
  })

  it('account without sudo', async ({ task }) => {
    const made = await ground.plan()
    await ground.withSudoRules(null, async () => {
      const ended = await ground.product.ended(await ground.product.apply(made))
      ground.expectNothingDone(ended, 'permission-denied')
      const { connection } = await ground.discover()
      expect(connection).toMatchObject({ state: 'failing', trouble: { code: 'permission-denied' } })
      expect(connection.trouble?.fix).toContain('Install the sudoers rules')
      await ground.expectKnownEnd(task.name, ended)
    })
    expect(await ground.shown()).toBe(EQUAL)
  })

  it.each([
    ['that reads', 'vcpu-list', 'failed'],
    ['that sets', ' -w ', 'rolled-back'],
  ])('sudo rules without a verb %s', async (which, verb, state) => {
    const made = await ground.plan()
    await ground.withSudoRules(
      without(verb, ground.enrolled.connection.sudoersSnippet!),
      async () => {
        const ended = await ground.product.ended(await ground.product.apply(made))
        expect(ended).toMatchObject({ state, trouble: { code: 'permission-denied' } })
        await ground.expectKnownEnd(`sudo rules without a verb ${which}`, ended)
      },
    )
    expect(await ground.shown()).toBe(EQUAL)
  })

  it('two operators apply at once', async () => {
    const plans = [await ground.plan(), await ground.plan({ vm2: 512 })]
    const answers = await Promise.allSettled(plans.map((made) => ground.product.apply(made)))
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as ApiError] : [],
    )
    expect(refused.map(({ problem }) => [problem.status, problem.code])).toEqual([
      [409, 'host-busy'],
    ])
    const accepted = answers.findIndex(({ status }) => status === 'fulfilled')
    const { value } = answers[accepted] as PromiseFulfilledResult<Application>
    const ended = await ground.product.ended(value)
    expect(ended.state).toBe('verified')
    await ground.expectKnownEnd('two operators apply at once: the first', ended)
    const after = ['vm1 384/0, vm2 256/0, vm3 128/0', 'vm1 256/0, vm2 512/0, vm3 256/0'][accepted]
    expect(await ground.shown()).toBe(after)

    const undone = await ground.product.ended(await ground.product.rollBack(ended.id))
    expect(undone.state).toBe('rolled-back')
    await ground.expectKnownEnd('its roll-back', undone)
    expect(await ground.shown()).toBe(EQUAL)
  })

  // This drill is the last one, because the guests need a while to come up again.
  it('host rebooted in the middle', async ({ task }) => {
    const accepted = await ground.apply()
    await ground.host.whenWeightIs('vm3', 128)
    await ground.host.reboot()
    const ended = await ground.product.ended(accepted)
    expect(['failed', 'rolled-back']).toContain(ended.state)
    if (ended.state === 'failed') {
      expect(ended.statement).toContain('vm3 could not be checked')
    }
    await ground.host.untilGuestsServe()
    await ground.discover()
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe(EQUAL)
  })
}

/** The rules without the lines that contain this text. */
function without(text: string, snippet: string): string {
  const [head, rules] = snippet.split('NOPASSWD: ')
  const kept = rules!
    .trim()
    .split(', \\\n')
    .filter((rule) => !rule.includes(text))
  return `${head}NOPASSWD: ${kept.join(', \\\n')}\n`
}
