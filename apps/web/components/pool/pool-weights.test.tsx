import type { Pool, WeightPlan } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { answer, render } from '../../lib/testing/render.tsx'
import { PoolWeights } from './pool-weights.tsx'

const PLAN: WeightPlan = {
  id: idOf(2),
  poolId: idOf(1),
  state: 'planned',
  guest: { uuid: 'web', name: 'web' },
  before: 'weight 256, no cap',
  after: 'weight 512, no cap',
  commands: ['xe vm-param-set uuid=web VCPUs-params:weight=512'],
  notes: ['It takes effect at the next start, resume or migration of web, and not before.'],
  outcome: null,
  trouble: null,
  undoneBy: null,
  secondPerson: 'not-needed',
  createdBy: 'Ada',
  createdAt: twoHoursAgo,
  startedBy: null,
  startedAt: null,
  endedAt: null,
  expiresAt: twoHoursAgo,
  jobId: null,
}
const found = { hosts: [], guests: [{ uuid: 'web', name: 'web', powerState: 'halted' }] }
const shown = (plan: Partial<WeightPlan>) => {
  const request = { params: { id: idOf(1) }, query: { limit: 10 } }
  const page = { data: [{ ...PLAN, ...plan }], meta: { nextCursor: null } }
  const known = [answer('listWeightPlans', request, page)]
  return render(
    <PoolWeights
      id={idOf(1)}
      found={found as unknown as NonNullable<Pool['found']>}
      onStored={() => {}}
    />,
    { known },
  ).html
}

it('shows before a weight is stored what that does and when', () => {
  const html = shown({})
  for (const text of ['weight 256, no cap', PLAN.commands[0]!, PLAN.notes[0]!, 'Store for web'])
    expect(html).toContain(text)
  expect(html).toContain('web, halted')
  expect(html).not.toContain('Roll back')
})

it('lets nobody start their own plan where a rule asks for a second person', () => {
  const html = shown({ secondPerson: 'you' })
  expect(html).toContain('Somebody else has to start it')
  expect(html).not.toContain('Store for web')
})

it('offers to roll back what was stored, and nothing that somebody has overruled', () => {
  expect(shown({ state: 'stored', outcome: 'As read back.' })).toContain('Roll back')
  const overruled = shown({ state: 'overruled', outcome: 'Somebody else stored weight 7.' })
  expect(overruled).toContain('Somebody else stored weight 7.')
  expect(overruled).not.toMatch(/Roll back<|Store for web/)
})
