import { expect, it } from 'vitest'
import { FAMILIES, type FamilyId } from './families.ts'
import { drawLoadPlan } from './load-plan.ts'
import type { HostMinute } from './simulated-host.ts'
import { TwinHost } from './twin-host.ts'

function playHour(id: FamilyId): HostMinute[] {
  const plan = drawLoadPlan(FAMILIES[id], 2, { days: 1 / 24, overloadsPerDay: 24 })
  const host = new TwinHost(plan)
  return Array.from({ length: 60 }, () => host.play())
}

/** Of one guest in each minute. */
function minutesOf(minutes: readonly HostMinute[], domain: string) {
  return minutes.flatMap(({ domains }) => domains.filter((each) => each.domain === domain))
}

it('holds a guest at its cap', () => {
  const minutes = playHour('caps')
  for (const { cpuSeconds } of minutesOf(minutes, 'vm3')) expect(cpuSeconds).toBeLessThan(0.33 * 60)
  expect(
    Math.max(...minutesOf(minutes, 'vm1').map(({ cpuSeconds }) => cpuSeconds)),
  ).toBeGreaterThan(0.05 * 60)
})

it('gives two pCPUs to those who want them, one at most to each', () => {
  const minutes = playHour('two-pcpus')
  const busiest = minutes.map(({ domains }) =>
    domains.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  )
  expect(Math.max(...busiest)).toBeGreaterThan(60)
  expect(Math.max(...busiest)).toBeLessThan(120)
  for (const { domains } of minutes)
    for (const { cpuSeconds } of domains) expect(cpuSeconds).toBeLessThan(60.001)
})

it('says what clients see, which is no less than what is in the log', () => {
  const mean = (values: (number | null)[]) =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length
  const own = minutesOf(playHour('credit2'), 'vm1')
  const clients = mean(own.map(({ clientSeconds }) => clientSeconds))
  expect(clients).toBeGreaterThan(0.95 * mean(own.map(({ trueSeconds }) => trueSeconds)))
  expect(mean(own.map(({ meanClientSeconds }) => meanClientSeconds))).toBeLessThan(clients)
})
