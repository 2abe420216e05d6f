import type { FilledQuestion } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { idOf } from '../../../lib/testing/fixtures.ts'
import { render, userWith } from '../../../lib/testing/render.tsx'
import { PlanThese } from './plan-these.tsx'

const now: FilledQuestion = {
  domains: [{ domain: 'vm1', weight: 256, cap: 0, loadFactor: 1 }],
  domain0Weight: 256,
  tsliceMs: null,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
}
const [vm1] = now.domains
const offer = (wanted: FilledQuestion, user = userWith()) =>
  render(<PlanThese hostId={idOf(1)} wanted={wanted} now={now} />, { user }).buttons
const having = (change: object) => ({ ...now, domains: [{ ...vm1!, ...change }] })

it('offers a plan once a weight or a cap has changed', () => {
  expect(offer(having({ weight: 512 }))).toEqual(['Plan these weights'])
  expect(offer(having({ cap: 50 }))).toEqual(['Plan these weights'])
})

it('offers none while nothing has changed, or only levers that no plan can set', () => {
  expect(offer(now)).toEqual([])
  expect(offer(having({ loadFactor: 2 }))).toEqual([])
  expect(offer({ ...now, domain0Weight: 512, ratelimitUs: 0, loadFactor: 2 })).toEqual([])
})

it('ignores a domain that the analysis does not know', () => {
  expect(offer(having({ domain: 'new', weight: 512 }))).toEqual([])
})

it('is limited to users who may make plans', () => {
  expect(offer(having({ weight: 512 }), userWith(['analyses:read']))).toEqual([])
})
