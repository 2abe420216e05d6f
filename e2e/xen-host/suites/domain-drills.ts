import { describe, expect, it } from 'vitest'
import { DrillGround, EQUAL } from '../lib/drill-ground.ts'
import type { HostHandle } from '../lib/xen-host.ts'

/** Drills in which domains are destroyed or created while a plan is made and applied. */
export function describeDomainDrills(scheduler: HostHandle['scheduler']): void {
  describe(`drills of domains that come and go on a host under sched=${scheduler}`, () => {
    domainDrills(new DrillGround(scheduler))
  })
}

function domainDrills(ground: DrillGround): void {
  it('domain destroyed between plan and apply', async ({ task }) => {
    const made = await ground.plan()
    await ground.host.run('xl destroy vm2')
    const ended = await ground.product.ended(await ground.product.apply(made))
    ground.expectNothingDone(ended, 'drift')
    expect(ended.statement).toContain('vm2 is no longer on the host.')
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe('vm1 256/0, vm3 256/0')
  })

  it('domain created again between plan and apply', async ({ task }) => {
    const made = await ground.plan()
    const uuid = 'uuid="5ee1a4d0-0000-4000-8000-00000000aaaa"'
    await ground.host.run(`xl destroy vm2; xl create -q -p /etc/xen/vm2.cfg '${uuid}'`)
    const ended = await ground.product.ended(await ground.product.apply(made))
    ground.expectNothingDone(ended, 'drift')
    expect(ended.statement).toContain('vm2 is no longer on the host. vm2 is new on the host.')
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe(EQUAL)
  })

  it('domain destroyed in the middle', async ({ task }) => {
    const destroyed = ground.host.whenWeightIs('vm3', 128, 'xl destroy vm3')
    const ended = await ground.product.ended(await ground.apply())
    await destroyed
    expect(ended.state).toBe('rolled-back')
    expect(ended.statement).toContain('vm3 is no longer on the host; nothing to restore')
    await ground.expectKnownEnd(task.name, ended)
    expect(await ground.shown()).toBe('vm1 256/0, vm2 256/0')
  })
}
