import { PolicySettings, type TagPolicy } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { TagPolicies, verdictOf } from './tag-policies.tsx'

const aTagPolicy = (tag: string, settings: Partial<PolicySettings> = {}): TagPolicy => ({
  id: idOf(tag.length),
  tag,
  settings: PolicySettings.parse(settings),
  updatedAt: twoHoursAgo,
})
const page = (policies: TagPolicy[], user = userWith()) =>
  render(<TagPolicies />, { user, known: [answer('listTagPolicies', {}, { data: policies })] })

describe('the policies by tag', () => {
  it('are listed with their mode, and can be changed', () => {
    const { text, buttons } = page([aTagPolicy('prod', { mode: 'approve' })])
    expect(text).toContain('Hosts tagged prod Approve dry run A recommendation is applied as soon')
    expect(buttons).toEqual([
      'Change the policy of the hosts tagged prod',
      'Remove the policy of the hosts tagged prod',
      'Write a policy (off)',
    ])
  })

  it('are only read without a role on every host', () => {
    const operator = { ...userWith(), grants: [{ role: 'operator', tag: 'prod' } as const] }
    expect(page([aTagPolicy('prod')], operator).buttons).toEqual([])
    expect(page([aTagPolicy('prod')], userWith(['hosts:read'])).buttons).toEqual([])
  })

  it('say what to do while there is none, and what went wrong', () => {
    expect(page([]).text).toContain('No policy by tag yet')
    const refused = render(<TagPolicies />, { known: [refusal('listTagPolicies', {})] })
    expect(refused.text).toContain('The policies could not be loaded')
  })
})

it.each([
  [[], 'Only hosts with a policy of their own are changed.'],
  [[aTagPolicy('prod')], '1 policy; where several cover a host, the most cautious one applies.'],
  [
    [aTagPolicy('a', { mode: 'automatic', dryRun: false }), aTagPolicy('b', { mode: 'automatic' })],
    '2 policies; where several cover a host, the most cautious one applies. Changes may be automatic on hosts tagged a.',
  ],
])('the verdict on %# reads well', (policies, words) => {
  expect(verdictOf(policies)).toBe(words)
})
