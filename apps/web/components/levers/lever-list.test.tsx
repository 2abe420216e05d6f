import type { LabResult, Lever, Levers } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { anAnalysis, around, aVariant, idOf } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { LeverList } from './lever-list.tsx'

const domain: Lever['domains'][number] = {
  domain: 'vm1',
  nowMs: 50,
  thenMs: 25,
  change: around(-25, 5),
  predictedNow: around(100, 10),
  predictedThen: around(50, 5),
  targetMs: 80,
  meetsTarget: true,
}
const lever = (kind: Lever['kind'], more: Partial<Lever> = {}): Lever => ({
  variantId: kind,
  kind,
  over: [],
  excess: 0,
  helps: true,
  effect: 'helps',
  unanswered: false,
  mean: around(20, 1),
  change: around(-5, 1),
  domains: [domain],
  ...more,
})
const now = lever('as-it-is', {
  over: ['vm1'],
  excess: 0.25,
  helps: false,
  effect: 'now',
  change: null,
})

function list(ranked: Lever[], levers: Partial<Levers> = {}, user = userWith()) {
  const all = [...ranked, now]
  const result: LabResult = {
    variants: all.map(({ variantId }) => aVariant(variantId)),
    verdict: { headline: '', more: [] },
    sweep: null,
    advisedId: null,
    kvmCommands: null,
    levers: null,
    replications: 20,
    simulatedSeconds: 60,
    notes: [],
  }
  const winnerId = ranked.find(({ helps }) => helps)?.variantId ?? null
  const found: Levers = {
    violating: ['vm1'],
    ranked: all,
    winnerId,
    lead: null,
    nextId: null,
    statement: 'With the recommended weights every target is met.',
    leadStatement: 'Clearly ahead of pinning.',
    idlePCpus: 0,
    ...levers,
  }
  return render(<LeverList analysis={anAnalysis()} result={result} levers={found} />, { user })
}

describe('a lever', () => {
  it('shows its effect on each domain, how certain that is, and what it means', () => {
    const { text } = list([lever('weights')])
    expect(text).toContain('Variant weights helps What weights means.')
    expect(text).toContain('vm1 before 100 ms after 50 ms (45 to 55) within 80 ms')
    expect(text).toContain('All requests: −6.00 ms to −4.00 ms')
  })

  it('shows that its effect may be chance', () => {
    expect(
      list([lever('caps', { helps: false, effect: 'not-clear', change: around(0.5, 1) })]).text,
    ).toContain('not clear')
  })

  it('shows that requests pile up', () => {
    expect(list([lever('caps', { unanswered: true })]).text).toContain('Requests pile up')
  })

  it('shows a dash for a domain that answers no request now', () => {
    const silent = { ...domain, predictedNow: null, predictedThen: around(25, 3) }
    expect(list([lever('caps', { domains: [silent] })]).text).toContain(
      'vm1 before – after 25 ms (22 to 28)',
    )
  })

  it('leaves open how a guest fares that moves away', () => {
    const leaving = {
      ...domain,
      thenMs: null,
      predictedThen: null,
      change: null,
      meetsTarget: null,
    }
    const { text } = list([lever('migration', { domains: [leaving] })])
    expect(text).toContain('vm1 leaves; not known there')
    expect(text).toContain('All requests of those that stay:')
  })
})

describe('the next step from a lever', () => {
  it.each([
    ['pinning', 'Pin in the lab', `/lab?analysis=${idOf(30)}&kind=pinning`],
    ['caps', 'Set caps by hand', `/changes/new?host=${idOf(1)}`],
    ['time-slice', 'Try it in What if', '#what-if'],
    ['scheduler', 'See in the lab', `/lab?analysis=${idOf(30)}`],
  ] as const)('of %s is: %s', (kind, words, href) => {
    expect(list([lever(kind)]).links[words]).toBe(href)
  })

  it('plans weights at once, for users who may plan', () => {
    expect(list([lever('weights')]).buttons).toEqual(['Plan the recommended weights'])
    expect(list([lever('weights')], {}, userWith(['analyses:read'])).buttons).toEqual([])
  })
})

describe('idle pCPUs', () => {
  it('are offered to a load balancer if there is at least one', () => {
    expect(list([], { idlePCpus: 1.4 }).text).toContain('1.40 pCPUs are idle on average')
    expect(list([], { idlePCpus: 0.9 }).text).not.toContain('load balancer')
  })
})

it('states the winner and how clear its lead is', () => {
  const { text } = list([lever('weights')])
  expect(text).toContain('With the recommended weights every target is met.')
  expect(text).toContain('Clearly ahead of pinning.')
})

it('states how much it rests on', () => {
  expect(list([lever('weights')]).text).toContain(
    '20 replications of 1 min under the same arrivals',
  )
})
