import { runTwin, type TwinConfig } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import { DRAIN_SECONDS, playRun } from './play-run.ts'

const hostWith = (weight: number): TwinConfig => ({
  pCpus: 1,
  scheduler: { name: 'credit' },
  guests: ['vm1', 'vm2'].map((name) => ({
    name,
    weight: name === 'vm1' ? weight : 256,
    load: {
      arrivals: { kind: 'poisson', ratePerSecond: 40 },
      serviceTime: { kind: 'exponential', meanSeconds: 0.01 },
    },
  })),
})
const hosts = [hostWith(256), hostWith(1024)]
const run = { hosts, replications: 3, horizonSeconds: 10 }

describe('playRun', () => {
  it('plays every host as it would play it alone, under the same seeds', async () => {
    const played = await playRun(run)
    expect(played.map(({ config }) => config)).toEqual(hosts)
    for (const { config, summary, results } of played) {
      const alone = await runTwin(config, {
        seed: 1,
        replications: 3,
        horizonSeconds: 10,
        drainSeconds: DRAIN_SECONDS,
      })
      expect(summary.domains).toEqual(alone.domains)
      expect(results.map(({ seed }) => seed)).toEqual([1, 2, 3])
    }
    const arrivedIn = (host: number) =>
      played[host]!.results.map(({ domains }) => domains.map((each) => each.requests!.arrived))
    expect(arrivedIn(1)).toEqual(arrivedIn(0))
  })

  it('keeps windows in the summary, unless they are judged and dropped', async () => {
    const windows = { boundariesSeconds: [4] }
    const [kept] = await playRun({ ...run, windows })
    expect(kept!.summary.windows).toHaveLength(2)
    expect(kept!.judged).toEqual([null, null, null])
    const judge = ({ seed, windows: seen }: { seed: number; windows: unknown[] }) =>
      10 * seed + seen.length
    const [judged] = await playRun({ ...run, windows: { ...windows, judge } })
    expect(judged!.judged).toEqual([12, 22, 32])
    expect(judged!.summary.windows).toEqual([])
    expect(judged!.results.every((result) => result.windows.length === 0)).toBe(true)
    const meanOf = ({ summary }: NonNullable<typeof kept>) =>
      summary.domains[0]!.requests!.responseTime.mean!.mean
    expect(meanOf(judged!)).toBeCloseTo(meanOf(kept!), 12)
  })

  it('reports the progress of all hosts together, and stops when aborted', async () => {
    const fractions: number[] = []
    await playRun(run, { onProgress: (fraction) => fractions.push(fraction) })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
    const reason = new Error('no longer wanted')
    await expect(playRun(run, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('plays nothing without hosts', async () => {
    expect(await playRun({ ...run, hosts: [] })).toEqual([])
  })
})
