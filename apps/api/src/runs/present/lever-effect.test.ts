import type { Interval } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { describe, expect, it } from 'vitest'
import type { StoredLever, StoredLevers } from '../stored-run.ts'
import { effectOf } from './lever-effect.ts'

const around = (ms: number, half: number): Interval => ({
  ms,
  lowMs: ms - half,
  highMs: ms + half,
})

type LeverDomain = StoredLever['domains'][number]

function domain(name: string, changes: Partial<LeverDomain> = {}): LeverDomain {
  return {
    domain: name,
    nowMs: 50,
    thenMs: 25,
    change: around(-25, 5),
    predictedNow: around(100, 20),
    predictedThen: around(50, 10),
    targetMs: 80,
    meetsTarget: true,
    ...changes,
  }
}

function lever(variantId: string, changes: Partial<StoredLever> = {}): StoredLever {
  return {
    variantId,
    kind: 'weights',
    over: [],
    excess: 0,
    helps: true,
    unanswered: false,
    mean: around(20, 1),
    change: around(-5, 1),
    domains: [domain('vm1')],
    ...changes,
  }
}

const asItIs = lever('as-it-is', {
  kind: 'as-it-is',
  over: ['vm1'],
  excess: 0.25,
  helps: false,
  change: null,
})

function levers(ranked: StoredLever[], changes: Partial<StoredLevers> = {}): StoredLevers {
  const winnerId = ranked.find(({ helps }) => helps)?.variantId ?? null
  return {
    violating: ['vm1'],
    ranked: [...ranked, asItIs],
    winnerId,
    lead: null,
    nextId: null,
    idlePCpus: 0,
    ...changes,
  }
}

const labels = [
  { id: 'weights', label: 'The recommended weights' },
  { id: 'without-vm2', label: 'vm2 on another host' },
  { id: 'loan', label: 'Loan and redemption' },
]

describe('winnerSentence', () => {
  it('states the outcome for domains that miss their targets, and for all targets', () => {
    const others = [domain('vm1'), domain('vm2')]
    expect(words.runs.winner(levers([lever('weights', { domains: others })]), labels)).toBe(
      'With the recommended weights vm1 is predicted to take 50 ms instead of 100 ms (target 80 ms), and every target is met.',
    )
  })

  it('names the domains that stay over target, and what a migration cannot promise', () => {
    expect(
      words.runs.winner(levers([lever('weights', { over: ['vm1', 'vm3'] })]), labels),
    ).toContain(', and vm1 and vm3 stay over target.')
    const away = lever('without-vm2', { kind: 'migration' })
    expect(words.runs.winner(levers([away]), labels)).toMatch(
      /^With vm2 on another host vm1 .* every target is met here\.$/,
    )
  })

  it('uses the mean where no target is missed', () => {
    expect(words.runs.winner(levers([lever('weights')], { violating: [] }), labels)).toBe(
      'With the recommended weights a request is predicted to take 20 ms instead of 25 ms on average.',
    )
  })

  it('names no winner that only an unreleased Xen could do', () => {
    const dreamt = levers([lever('loan', { kind: 'boost' })], { winnerId: null })
    expect(words.runs.winner(dreamt, labels)).toMatch(
      /on this host helps beyond chance\. Loan and redemption would\.$/,
    )
    expect(words.runs.winner(levers([lever('weights', { helps: false })]), labels)).toMatch(
      /on this host helps beyond chance\.$/,
    )
  })
})

describe('leadSentence', () => {
  const ahead = (lead: Interval | null, nextId: string | null = 'without-vm2') =>
    words.runs.lead(
      levers([lever('weights'), lever('without-vm2', { kind: 'migration' })], { lead, nextId }),
      labels,
    )

  it('states how clear the lead is', () => {
    expect(ahead(around(-5, 2))).toBe(
      'Clearly ahead of vm2 on another host: by 5.0 ms a request of those that stay.',
    )
    expect(ahead(around(-1, 2))).toMatch(/is not clear: the difference may be chance\.$/)
    expect(ahead(around(5, 2))).toMatch(/^With vm2 on another host, .* 5\.0 ms less/)
    expect(ahead(null, null)).toBeNull()
  })
})

describe('effectOf', () => {
  const effect = (changes: Partial<StoredLever>) => {
    const one = lever('weights', { helps: false, excess: 0.25, ...changes })
    return effectOf(one, levers([one]))
  }

  it('distinguishes chance from harm', () => {
    expect(effect({ helps: true })).toBe('helps')
    expect(effect({ change: around(1, 2) })).toBe('not-clear')
    expect(effect({ change: around(3, 2) })).toBe('harms')
    expect(effect({ change: around(-3, 2), excess: 0.5 })).toBe('harms')
    expect(effect({ unanswered: true })).toBe('harms')
    expect(effectOf(asItIs, levers([]))).toBe('now')
  })
})
