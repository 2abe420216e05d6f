import { REPLAY_LIMITS } from '@steelyard/analysis'
import { describe, expect, it } from 'vitest'
import { ArrivalKeeper, arrivalsWithin } from './latest-arrivals.ts'

const START = 1_790_000_000
const { maxSeconds, maxRequests } = REPLAY_LIMITS

type Log = [domain: string, side: 'requests' | 'clientRequests', starts: number[]]

function fill(keeper: ArrivalKeeper, logs: readonly Log[]): ArrivalKeeper {
  for (const [domain, side, starts] of logs) {
    const receiver = keeper.openRequests(domain, side, 'microsecond')
    for (const start of starts) receiver.add(start, 0.01, false, 100)
    receiver.close()
  }
  return keeper
}

/** Requests at a steady rate, of which every tenth is logged out of order. */
function steady(seconds: number, perSecond: number): number[] {
  const starts = Array.from({ length: seconds * perSecond }, (_, i) => START + i / perSecond)
  for (let i = 0; i + 9 < starts.length; i += 10)
    [starts[i], starts[i + 9]] = [starts[i + 9]!, starts[i]!]
  return starts
}

describe('the latest requests', () => {
  it.each<[string, Log[], number]>([
    [
      'of a long log: as much time as the twin replays',
      [['vm1', 'requests', steady(40_000, 30)]],
      maxSeconds,
    ],
    ['of a busy log: as many', [['vm1', 'requests', steady(1200, 1100)]], maxRequests / 1100 - 1],
    [
      'of several logs, whichever comes first',
      [
        ['vm1', 'requests', steady(1000, 700)],
        ['vm2', 'requests', steady(1000, 500)],
        ['vm2', 'clientRequests', steady(500, 50)],
        ['vm3', 'clientRequests', steady(1000, 50)],
      ],
      maxRequests / 1250 - 1,
    ],
  ])('%s', (_, logs, keptSeconds) => {
    const to = Math.floor(Math.max(...logs.map(([, , starts]) => starts.at(-1)!))) + 1
    const stretch = { fromEpochSeconds: to - Math.floor(keptSeconds), toEpochSeconds: to }
    const latest = fill(ArrivalKeeper.ofLatest(), logs).finish()!
    const asked = fill(ArrivalKeeper.ofStretch(stretch), logs).finish()!
    const held = latest.times.reduce((sum, { epochSeconds }) => sum + epochSeconds.length, 0)
    expect(held).toBeLessThanOrEqual(maxRequests + logs.length)
    const within = arrivalsWithin(latest, stretch)
    expect(within!.length).toBeGreaterThan(0)
    expect(within).toEqual(arrivalsWithin(asked, stretch))
  })

  it('say nothing of a range in which some were forgotten', () => {
    const latest = fill(ArrivalKeeper.ofLatest(), [['vm1', 'requests', steady(2000, 10)]]).finish()!
    const stretch = { fromEpochSeconds: START + 900, toEpochSeconds: START + 1700 }
    expect(arrivalsWithin(latest, stretch)).toBeNull()
  })

  it('of no log are not known to be none', () => {
    expect(fill(ArrivalKeeper.ofLatest(), [['vm1', 'requests', []]]).finish()).toBeNull()
  })
})
