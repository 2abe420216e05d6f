import { expect, it } from 'vitest'
import { planState } from './plan-state.ts'

type Row = Parameters<typeof planState>[0]

const content = { kind: 'by-hand' }
const apply = (state: string) => ({ kind: 'apply', state })
const rollBack = (state: string) => ({ kind: 'roll-back', state })

it.each<[string, string, Partial<Row>]>([
  ['draft', 'has no job yet', {}],
  ['draft', 'is being prepared', { job: { state: 'running' } }],
  ['failed', 'could not be prepared', { job: { state: 'failed' } }],
  ['failed', 'was cancelled', { job: { state: 'cancelled' } }],
  ['planned', 'has content', { content, job: { state: 'succeeded' } }],
  ['confirmed', 'waits for the agent', { content, applications: [apply('confirmed')] }],
  ['applying', 'is being applied', { content, applications: [apply('applying')] }],
  ['verified', 'was applied', { content, applications: [apply('verified')] }],
  ['failed', 'could not be applied', { content, applications: [apply('failed')] }],
  ['rolled-back', 'undid itself', { content, applications: [apply('rolled-back')] }],
  [
    'verified',
    'is being rolled back',
    { content, applications: [apply('verified'), rollBack('applying')] },
  ],
  [
    'verified',
    'could not be rolled back',
    { content, applications: [apply('verified'), rollBack('failed')] },
  ],
  [
    'rolled-back',
    'was rolled back at the second attempt',
    { content, applications: [apply('verified'), rollBack('failed'), rollBack('rolled-back')] },
  ],
])('a plan is %s when it %s', (state, _, row) => {
  expect(planState({ content: null, applications: [], job: null, ...row })).toBe(state)
})
