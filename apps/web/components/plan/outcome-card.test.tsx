import type { Plan, PlanOutcome } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aPlan, aPrediction, idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf } from '../../lib/testing/render.tsx'
import { OutcomeCard } from './outcome-card.tsx'

const call = { params: { id: idOf(50) } }
const pending: PlanOutcome = {
  since: twoHoursAgo,
  recording: null,
  domains: [],
  statement: 'No recording shows the host under these weights yet.',
}
const recorded: PlanOutcome = {
  ...pending,
  recording: {
    analysisId: idOf(31),
    name: 'Tuesday',
    grade: 'enough',
    recordedFrom: twoHoursAgo,
    recordedTo: twoHoursAgo,
  },
  domains: [
    {
      domain: 'vm1',
      predicted: aPrediction(60),
      measuredMs: 90,
      asPredicted: false,
      targetMs: 80,
      meetsTarget: false,
    },
  ],
  statement: '0 of 1 guest came out as predicted; vm1 takes longer.',
}
const card = (outcome: PlanOutcome, plan: Partial<Plan> = {}) =>
  render(<OutcomeCard plan={aPlan({ state: 'verified', analysisId: idOf(30), ...plan })} />, {
    known: [answer('getPlanOutcome', call, outcome)],
  })

it('asks to record again, over the connection where there is one', () => {
  const { text, links } = card(pending, { applicationIds: [idOf(51)] })
  expect(text).toContain('No recording shows the host under these weights yet.')
  expect(links['Record again']).toBe(`/hosts/${idOf(1)}/settings?section=watch`)
  expect(card(pending).links['Record again']).toBe(`/recordings/new?host=${idOf(1)}`)
})

it('sets predicted and measured times side by side', () => {
  const { html, text, links } = card(recorded)
  expect(rowsOf(html)[1]).toEqual(['vm1', '80', '60 (45 to 75)', '90.0 misses', 'no'])
  expect(text).toContain('Measured in “Tuesday”')
  expect(links['Compare the recordings']).toBe(
    `/hosts/${idOf(1)}/history?compare=${idOf(30)}%2C${idOf(31)}`,
  )
  expect(card(recorded, { analysisId: null }).links['Compare the recordings']).toBeUndefined()
})

it('is silent while the values are not in force, and says when it could not be loaded', () => {
  expect(card({ ...pending, since: null }).text).toBe('')
  const failed = render(<OutcomeCard plan={aPlan()} />, {
    known: [refusal('getPlanOutcome', call)],
  })
  expect(failed.text).toContain('The outcome could not be loaded')
})
