import { describe, expect, it } from 'vitest'
import { CUT_SSH, DrillGround } from '../lib/drill-ground.ts'
import type { HostHandle } from '../lib/xen-host.ts'

/**
 * Drills in which another operator changes weights while a plan is made, applied or rolled back.
 */
export function describeWeightDrills(scheduler: HostHandle['scheduler']): void {
  describe(`drills of weights changed by others on a host with sched=${scheduler}`, () => {
    weightDrills(new DrillGround(scheduler))
  })
}

function weightDrills(ground: DrillGround): void {
  it('weight changed by another operator after the plan', async ({ task }) => {
    const made = await ground.plan()
    await ground.host.run(`${ground.host.schedCommand} -d vm2 -w 999`)
    const ended = await ground.product.ended(await ground.product.apply(made))
    ground.expectNothingDone(ended, 'drift')
    expect(ended.statement).toContain('The weight of vm2 was 256 and is now 999.')
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe('vm1 256/0, vm2 999/0, vm3 256/0')
  })

  it('weight changed by another operator during the application', async ({ task }) => {
    // By this moment vm3 has been read back.
    const other = `${ground.host.schedCommand} -d vm3 -w 777; ${CUT_SSH}`
    const changed = ground.host.whenWeightIs('vm1', 384, other)
    const ended = await ground.product.ended(await ground.apply())
    await changed
    expect(ended.state).toBe('failed')
    expect(ended.statement).toContain('vm3 was changed by someone else and is left alone')
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe('vm1 256/0, vm2 256/0, vm3 777/0')
  })

  it('weight changed by another operator before it is read back', async ({ task }) => {
    await ground.strikeAtReadBack('vm1', 777)
    const ended = await ground.product.ended(await ground.apply())
    expect(ended).toMatchObject({ state: 'failed', trouble: { code: 'changed-by-someone-else' } })
    expect(ended.statement).toContain('vm1 was changed by someone else and is left alone: ')
    expect(ended.statement).toContain(
      'the application set weight 384, cap 0; now it has weight 777',
    )
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe('vm1 777/0, vm2 256/0, vm3 256/0')
  })

  it('weight changed by another operator during the roll-back', async () => {
    const applied = await ground.product.ended(await ground.apply())
    expect(applied.state).toBe('verified')
    await ground.strikeAtReadBack('vm1', 777)
    const undone = await ground.product.ended(await ground.product.rollBack(applied.id))
    expect(undone).toMatchObject({ state: 'failed', trouble: { code: 'changed-by-someone-else' } })
    expect(undone.statement).toContain('the roll-back set weight 256, cap 0; now it has weight 777')
    await ground.expectKnownEnd('weight changed by somebody else while rolling back', undone)
    expect(await ground.shown()).toBe('vm1 777/0, vm2 256/0, vm3 256/0')
  })
}
