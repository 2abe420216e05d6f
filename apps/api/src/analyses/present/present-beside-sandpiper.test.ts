import type { SandpiperBeside, WeightOption } from '@steelyard/analysis'
import { describe, expect, it } from 'vitest'
import { presentBesideSandpiper } from './present-beside-sandpiper.ts'

type Result = Parameters<typeof presentBesideSandpiper>[0]

const targetsMs = { vm1: 180, vm2: 700, vm3: 300 }
const target = (domain: string, responseTimeMs: number | null) => ({
  domain,
  responseTimeMs,
  throughputPerSecond: null,
  isSoft: false,
})
const targets = Object.entries(targetsMs).map(([domain, ms]) => target(domain, ms))

/** Weights and predicted times in ms of vm1 to vm3; null where the twin has none. */
function option(
  of: WeightOption['of'],
  weights: number[],
  timesMs: (number | null)[] | null,
): WeightOption {
  const domains = Object.entries(targetsMs).map(([domain, targetMs], index) => {
    const ms = timesMs?.[index] ?? null
    const seconds = (ms ?? 0) / 1000
    return {
      domain,
      weight: weights[index]!,
      predicted:
        ms === null ? null : { seconds, lowSeconds: seconds / 2, highSeconds: seconds * 2 },
      meetsTarget: ms === null ? null : ms <= targetMs,
    }
  })
  const [worst = null] = domains
    .flatMap(({ domain, predicted }) =>
      predicted ? [{ domain, ratio: (1000 * predicted.seconds) / targetsMs[domain as 'vm1'] }] : [],
    )
    .sort((a, b) => b.ratio - a.ratio)
  return { of, domains, worst, gain: null }
}
const inForce = option('in-force', [256, 256, 256], [220, 290, 2])
const ours = option('recommended', [346, 230, 192], [39, 339, 12])

const shown = (options: WeightOption[], unplayed: SandpiperBeside['unplayed'] = null) =>
  presentBesideSandpiper(
    { sandpiperBeside: { objective: 'meet-targets', options, unplayed } } as Result,
    targets,
  )
const said = (timesMs: (number | null)[], others = [inForce, ours]) =>
  shown([...others, option('sandpiper', [1047, 873, 256], timesMs)]).statement

describe('where SandPiper changes weights', () => {
  const would = 'SandPiper would give vm1 1,047 and vm2 873. '

  it('says which domain misses its target by most, and by how much', () => {
    expect(said([20, 30, 2100])).toBe(
      `${would}In the simulation vm3 then takes 2,100 ms, 7 times its target.`,
    )
    expect(said([185, 30, 310])).toBe(
      `${would}In the simulation vm3 then takes 310 ms, just over its target. 1 other guest misses its own.`,
    )
  })

  it('counts the others that miss theirs', () => {
    expect(said([185, 710, 2100])).toContain('2 other guests miss theirs.')
  })

  it('says when every target is kept, and whether the other weights keep them', () => {
    const kept = `${would}The simulation expects these to keep every target`
    expect(said([26, 36, 49])).toBe(`${kept}, as the recommended ones do.`)
    const worse = option('recommended', [346, 230, 192], [39, 900, 12])
    expect(said([26, 36, 49], [inForce, worse])).toBe(`${kept}, which the recommended ones do not.`)
    expect(said([26, 36, 49], [inForce])).toBe(`${kept}, which those in force do not.`)
  })

  it('never calls a target kept that the simulation cannot answer for', () => {
    expect(said([26, 36, null])).toBe(
      `${would}In the simulation some runs then answer no request of vm3.`,
    )
  })

  it('says when nothing was simulated', () => {
    const own = option('sandpiper', [1047, 873, 256], null)
    const now = option('in-force', [256, 256, 256], null)
    expect(shown([now, own], 'no-twin').statement).toBe(
      `${would}What would come of it was not simulated.`,
    )
    expect(shown([now, own], 'not-enough-evidence').statement).toContain(
      'The recording is not enough to say',
    )
  })

  it('gives the predictions in milliseconds', () => {
    const { options } = shown([inForce, ours])
    expect(options[1]!.domains[0]).toEqual({
      domain: 'vm1',
      weight: 346,
      predicted: { ms: 39, lowMs: 19.5, highMs: 78 },
      meetsTarget: true,
    })
    expect(options[1]!.worst!.domain).toBe('vm2')
  })
})

describe('where SandPiper changes nothing', () => {
  const action = (
    domain: string,
    lambdaCapPerSecond: number | null,
    weightFactor: number | null,
  ) => ({
    domain,
    lambdaCapPerSecond,
    weightFactor,
    busyArrivalRatePerSecond: 45,
    weight: 256,
  })
  const keeps = (
    domains: ReturnType<typeof action>[],
    measuredMs: Record<string, number> = {},
    asked = targets,
  ) =>
    presentBesideSandpiper(
      {
        sandpiperBeside: null,
        sandpiper: { domains, serviceTimeSource: 'log' },
        domains: Object.entries(measuredMs).map(([domain, ms]) => ({
          domain,
          observedResponseTimeSeconds: ms / 1000,
        })),
      } as unknown as Result,
      asked,
    )

  it('has no options, and says that it sees no miss', () => {
    const { statement, options, objective } = keeps([action('vm1', 90, 1), action('vm2', 90, 1)])
    expect(statement).toBe('SandPiper sees no target missed and would change nothing.')
    expect({ options, objective }).toEqual({ options: [], objective: null })
  })

  it('names the targets that are missed all the same', () => {
    const all = [action('vm1', 90, 1), action('vm2', 90, 1)]
    expect(keeps(all, { vm1: 228, vm2: 295 }).statement).toBe(
      'SandPiper sees no target missed and would change nothing, although vm1 misses its own as measured.',
    )
    expect(keeps(all, { vm1: 228, vm2: 795 }).statement).toContain('vm1 and vm2 miss theirs')
  })

  it('says why it is blind to a domain', () => {
    expect(keeps([action('vm1', 90, 1), action('vm2', null, null)]).statement).toContain(
      'It cannot tell for vm2.',
    )
    expect(keeps([action('vm1', null, null)]).statement).toBe(
      'SandPiper cannot say what to do: the arrivals or durations of a log are missing for vm1.',
    )
    const untargeted = [target('vm1', null)]
    expect(keeps([action('vm1', null, null)], {}, untargeted).statement).toContain(
      'no guest has a response time target',
    )
  })

  it('does not call a target met that no rate would meet, or that it would raise by less than one', () => {
    expect(keeps([action('vm1', 0, null), action('vm2', 90, 1)]).statement).toBe(
      'SandPiper would change nothing: it finds no rate at which vm1 would meet the target.',
    )
    expect(keeps([action('vm1', 44.99, 1.0002)]).statement).toContain('by less than one')
  })
})
