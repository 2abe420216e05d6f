import { describe, expect, it } from 'vitest'
import type { HostResult } from './assess-host.ts'
import { type ChoiceId, choiceIds, type Gain } from './judge-host.ts'
import { summariseHosts } from './summarise-hosts.ts'

interface Told {
  gains: Partial<Record<ChoiceId, number>>
  /** Targets met under each of the choices, of one. */
  met?: Partial<Record<ChoiceId, number>>
  isSilent?: boolean
  verdict?: string
  advice?: string
}

/** A host with one target and a noise of 0.05. */
function host({ gains, met = {}, isSilent = false, verdict, advice }: Told): HostResult {
  const choices = choiceIds.map((id) => {
    const own: Gain = {
      gain: gains[id] ?? 0,
      noise: 0.05,
      worstOverTarget: 0,
      slowdown: 1,
      targetsMet: met[id] ?? 0,
    }
    const weights = { web: id === 'product' && !isSilent ? 512 : 256 }
    return [id, { weights, judged: { clients: own, log: own } }]
  })
  const told: unknown = {
    targets: { web: 1 },
    answer: { product: isSilent ? null : { web: 512 }, verdict, advice, cpuSeconds: 1 },
    choices: Object.fromEntries(choices),
  }
  return told as HostResult
}

const summarised = (...told: Told[]) => summariseHosts(told.map(host), 'stated')

describe('what is summed up over hosts', () => {
  it('counts a loss as harm if it is beyond the noise', () => {
    const { byChoice } = summarised(
      { gains: { product: -0.04 } },
      { gains: { product: -0.06 } },
      { gains: { product: 0.3 } },
    )
    expect(byChoice.product).toMatchObject({ changed: 3, harmed: 1, worstGain: -0.06 })
    expect(byChoice.nothing).toMatchObject({ changed: 0, harmed: 0 })
  })

  it('counts a silent host where the optimum is better beyond the noise, or keeps what is missed', () => {
    expect(summarised({ gains: { searched: 0.25 }, isSilent: true }).missedHelp).toBe(1)
    expect(summarised({ gains: { searched: 0.25 } }).missedHelp).toBe(0)
    expect(summarised({ gains: { searched: 0.19 }, isSilent: true }).missedHelp).toBe(0)
    const kept = { gains: { searched: 0.1 }, met: { searched: 1 }, isSilent: true }
    expect(summarised(kept).missedHelp).toBe(1)
    const met = { gains: { searched: 0.4 }, met: { nothing: 1, searched: 1 }, isSilent: true }
    const summary = summarised({ ...met, advice: 'targets-met' })
    expect(summary).toMatchObject({ missedHelp: 1, missedWithTargetsMet: 1 })
  })

  it('counts the regret of hosts that are left alone, against the best of all that was judged', () => {
    const { byChoice } = summarised(
      { gains: { searched: 0.5 }, isSilent: true },
      { gains: { searched: 0.2, sandpiper: 0.3, product: 0.25 } },
    )
    expect(byChoice.product.meanRegret).toBeCloseTo((0.5 + 0.05) / 2)
    expect(byChoice.nothing.meanRegret).toBeCloseTo((0.5 + 0.3) / 2)
  })

  it('counts verdicts to migrate where weights keep all targets', () => {
    const kept = { gains: { searched: 0.3 }, met: { searched: 1 }, verdict: 'migrate' }
    expect(summarised(kept).migratedInVain).toBe(1)
    expect(summarised({ ...kept, met: {} }).migratedInVain).toBe(0)
  })
})
