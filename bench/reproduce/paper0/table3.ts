import { decide, type JudgedDomain, sandpiperWeights, type Verdict } from '@steelyard/model'
import { optimiseWeights } from '@steelyard/solver'
import { paperLoad, table3Interval5 } from '../../../packages/model/src/paper-loads.fixture.ts'
import { ms, msList, offBy, percent } from '../figures.ts'
import { type Claim, judge, near } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { formula, paperProblem } from './equations.ts'
import type { RecordedHosts } from './recorded.ts'
import {
  meansOf,
  offered,
  overRequests,
  p95sOf,
  play,
  type Rates,
  raised,
  type SimulatedVm,
  serviceTimes,
  sum,
  type ThreeVms,
  table2,
  table3,
} from './twin-of-paper0.ts'

/** The paper prints VM1's target and the sum of 26 ms; the division of the rest is our choice. */
const targets = [0.009, 0.009, 0.008] as const
const targetSum = 0.026
const publishedPeakSum = 0.0274
/**
 * CPU seconds of Domain-0 per request and direction. No figure is published; Xen 4.17 needs about
 * this.
 */
const domain0Seconds = 0.00015

const twinPath = 'packages/simulator/src/engine/simulate.ts'
const decidePath = 'packages/model/src/decision/decide.ts'

function verdict(peaks: readonly number[]): Verdict {
  const domains = peaks.map(
    (peak, index): JudgedDomain => ({
      name: `VM${index + 1}`,
      observedResponseTimeSeconds: peak,
      observedThroughputPerSecond: null,
      offeredPerSecond: null,
      target: { responseTimeSeconds: targets[index]! },
    }),
  )
  return decide(domains).verdict
}

/** 0 takes the service time itself and even arrivals; 1 takes Poisson and exponential moments. */
function sandpiperFactor(rates: Rates, vm: number, spread: 0 | 1): number {
  const [domain, weights] = [paperLoad([...rates]).domains[vm]!, { 'Domain-0': 256 }]
  const { factor } = sandpiperWeights(
    [
      {
        load: {
          ...domain,
          interArrivalVarianceSeconds2: spread / rates[vm]! ** 2,
          logServiceTimeSeconds: serviceTimes[vm]!,
          logServiceTimeVarianceSeconds2: spread * serviceTimes[vm]! ** 2,
        },
        busyArrivalRatePerSecond: rates[vm]!,
        targetSeconds: targets[vm]!,
      },
    ],
    weights,
  )[0]!
  return factor!
}

export async function table23Rows(recorded: RecordedHosts): Promise<ReproductionRow[]> {
  return [...table2Rows(), ...(await table3Rows(recorded))]
}

function loadRow(where: string, intervals: readonly Rates[], published: string): ReproductionRow {
  return {
    where: `${where}, load`,
    published,
    ours: `simulated as ${intervals.map((each) => each.join('/')).join(', ')}; CPU demand ${intervals.map((each) => percent(offered(each))).join(', ')}`,
    difference: 'none',
    status: 'reproduced',
    implementedIn: 'bench/reproduce/paper0/twin-of-paper0.ts',
    why: 'Table 3 has no durations; the header of Table 2 slipped into its first row.',
  }
}

function table2Rows(): ReproductionRow[] {
  const played = table2.map((rates) => play(rates))
  const verdicts = played.map((each) => verdict(p95sOf(each)))
  const last = played[2]!
  const factors = [0, 1, 2].map((vm) => sandpiperFactor(table2[2], vm, 0))
  return [
    loadRow(
      'Table 2',
      table2,
      'VM1 and VM2 30, 35, 45, VM3 120, 130, 180 requests/s; 240, 240, 60 s',
    ),
    {
      where: 'Table 2, interval 3: proposed migrates',
      published: 'Σ R_Peak > Σ R_SLA, so migrate (no figures printed)',
      ours: `twin, Σ of the 95th percentiles ${played.map((each) => ms(sum(p95sOf(each)))).join(', ')} against ${ms(targetSum)}: ${verdicts.join(', ')}`,
      ...judge([
        { says: 'migrate in interval 3', holds: verdicts[2] === 'migrate' },
        { says: 'not before', holds: !verdicts.slice(0, 2).includes('migrate') },
      ]),
      implementedIn: `${decidePath}, ${twinPath}`,
      why: 'The targets of this experiment are not printed, so we use those of Table 3, with 9 / 9 / 8 ms for the three. With them, the twin’s sums exceed the targets even before interval 3.',
    },
    {
      where: 'fig 7: SandPiper does nothing in interval 3, the SLA is broken',
      published: 'client’s curve over the SLA',
      ours: `needed / possible rate ${factors.map((each) => each.toFixed(2)).join(' / ')}, so it keeps the weights; twin: means ${msList(meansOf(last))}, 95th percentiles ${msList(p95sOf(last))}`,
      ...judge([
        { says: 'no weight is raised', holds: factors.every((factor) => factor < 1) },
        {
          says: 'VM1 over the 9 ms of Table 3',
          holds: last[0].mean > targets[0] || last[0].p95 > targets[0],
        },
      ]),
      implementedIn: 'packages/model/src/decision/sandpiper-weights.ts',
      why:
        'Not for the reason given, though (E0.12): even arrivals and equal requests have no variance, so λ_cap is 1/s. With Poisson arrivals and exponential requests SandPiper would ask for ' +
        `${sandpiperFactor(table2[2], 0, 1).toFixed(1)} times VM1’s weight.`,
    },
  ]
}

async function table3Rows(recorded: RecordedHosts): Promise<ReproductionRow[]> {
  const played = table3.map((rates) => play(rates))
  const five = played[4]!
  const six = play(table3[5], { weights: raised })
  return [
    loadRow(
      'Table 3',
      table3,
      'VM1 and VM2 10, 15, 30, 35, 45, 45, 45, VM3 50, 50, 120, 130, 170, 170, 170 requests/s',
    ),
    ...trigger(played, five, recorded),
    ...(await reweight(five, six, recorded)),
    ...untouched(five, recorded),
  ]
}

function trigger(
  played: readonly ThreeVms[],
  five: ThreeVms,
  recorded: RecordedHosts,
): ReproductionRow[] {
  const peaks = sum(p95sOf(five))
  const printed = verdictOfSums(publishedPeakSum)
  const host = recorded.equal[4]!
  return [
    {
      where: 'fig 8, interval 5: VM1 over its 9 ms',
      published: 'VM1 is over 9 ms in interval 5, not before',
      ours: `twin, VM1’s means by interval ${msList(played.map((each) => each[0].mean))}; recorded host, same load: ${msList(recorded.equal.map(({ means }) => means[0]!))}`,
      ...judge([
        {
          says: `over it in interval 5 (± ${ms(five[0].meanHalfWidth)} over the phases of the streams)`,
          holds: five[0].mean > targets[0],
        },
        { says: 'not before', holds: firstOver(played.map((each) => each[0].mean)) === 5 },
      ]),
      implementedIn: twinPath,
      why: `By the mean over the phases of the streams, the twin’s VM1 is over 9 ms from interval ${firstOver(played.map((each) => each[0].mean))} on, but the phases alone can move it across the limit. The recorded host, with Poisson clients and a busy Domain-0, is over it from interval ${firstOver(recorded.equal.map(({ means }) => means[0]!))} on.`,
    },
    {
      where: 'fig 8, interval 5: sum of the 95th percentiles',
      published: '27.4 ms',
      ours: `twin ${ms(peaks)} (${msList(p95sOf(five))}), sum of means ${ms(sum(meansOf(five)))}; with Domain-0 at ${ms(domain0Seconds)} a direction ${ms(sum(p95sOf(play(table3[4], { domain0Seconds }))))}; recorded host ${ms(sum(host.p95s))}`,
      ...judge([near(peaks, publishedPeakSum)]),
      implementedIn: twinPath,
      why: 'The phases of the streams, the durations, Domain-0’s work and the kind of percentile (of requests, or of means) are not published. Nothing was fitted.',
    },
    {
      where: 'claim: 27.4 ms is smaller than 26 ms, so re-weight',
      published: 'VM1 over its target, yet Σ R_Peak = 27.4 < Σ R_SLA = 26, so not migrate',
      ours: `27.4 is not smaller than 26: by eq (6) ${printed}`,
      ...judge([{ says: 're-weight by eq (6)', holds: printed === 'reweight' }]),
      implementedIn: decidePath,
      why: 'E0.1. The verdict is always computed. If there are weights that meet every target, they are proposed first, and the result says so.',
    },
  ]
}

/** The value has to fall by more than the 2 % that the phases of the streams may cause. */
function falls(what: string, after: number, before: number): Claim {
  return { says: `${what} falls (${offBy(after, before)})`, holds: after < 0.98 * before }
}

/** Phases are numbered from 1, as in the paper. */
function firstOver(vm1Seconds: readonly number[]): number {
  return 1 + vm1Seconds.findIndex((time) => time > targets[0])
}

/** The verdict depends on the sum alone, however it is divided. */
function verdictOfSums(peakSum: number): Verdict {
  return verdict([0.01, 0.009, peakSum - 0.019])
}

async function reweight(
  five: ThreeVms,
  six: ThreeVms,
  recorded: RecordedHosts,
): Promise<ReproductionRow[]> {
  const names = ['vm1', 'vm2', 'vm3']
  const byName = (values: readonly number[]) =>
    Object.fromEntries(names.map((name, index) => [name, values[index]!]))
  const byFormula = formula(table3Interval5)
  const raise = await optimiseWeights({
    ...paperProblem,
    mode: 'raise-violator-only',
    targets: { vm1: targets[0] },
    factors: byName(meansOf(five).map((mean, index) => mean / byFormula[index]!)),
  })
  const optimum = await optimiseWeights(paperProblem)
  const optimal = names.map((name) => optimum.weights![name]!) as [number, number, number]
  const best = play(table3[4], { weights: optimal })
  const weights = names.map((name) => raise.weights?.[name] ?? 0)
  const [before, after] = [recorded.reweighted[4]!, recorded.reweighted[5]!]
  const untouched = recorded.equal[5]!
  const all = (each: readonly SimulatedVm[]) => overRequests(table3[4], each)
  const withCost = (guests?: typeof raised) =>
    play(table3[4], { domain0Seconds, ...(guests && { weights: guests }) })
  const [costBefore, costAfter] = [withCost(), withCost(raised)]
  return [
    {
      where: 'Table 3, interval 5: VM1 gets 50 % more, the others keep theirs',
      published: 'VM1 gets 50 % more credit, VM2 and VM3 keep theirs',
      ours: `raising only the VM that misses its target, from the twin’s means: ${weights.join(' / ')}; least total delay by eq (7): ${optimal.join(' / ')}`,
      ...judge([
        {
          says: 'VM1 alone gets more',
          holds: weights[0]! > 256 && weights.slice(1).every((weight) => weight === 256),
        },
        near(weights[0]! / 256 - 1, 0.5, 'by 50 %,'),
      ]),
      implementedIn:
        'packages/solver/src/separable/raise-violators.ts, packages/solver/src/optimise-weights.ts',
      why: 'Eq (7) gives equal loads equal weights, so “VM1 alone” must come from its target (E0.11), and 1.5 thirds is not a multiple of 0.05 (E0.10). How much VM1 needs depends on its measured time, which is not printed.',
    },
    {
      where: 'fig 8, from interval 6: VM1 keeps its 9 ms',
      published: 'below 9 ms',
      ours: `twin: VM1’s mean ${ms(five[0].mean)} → ${ms(six[0].mean)} ± ${ms(six[0].meanHalfWidth)}; with Domain-0 at work ${ms(costBefore[0].mean)} → ${ms(costAfter[0].mean)}; recorded host, interval 6: ${ms(untouched.means[0]!)} with equal weights, ${ms(after.means[0]!)} with 384`,
      ...judge([
        {
          says: `in the mean (twin ${offBy(six[0].mean, five[0].mean)}, recorded host ${offBy(after.means[0]!, untouched.means[0]!)})`,
          holds: six[0].mean <= targets[0],
        },
        { says: 'in the 95th percentile', holds: six[0].p95 <= targets[0] },
      ]),
      implementedIn: `${twinPath}, packages/xen/src/apply/apply-plan.ts`,
      why: `It holds in the means, with even arrivals and an idle Domain-0. It does not hold in the 95th percentile (${ms(six[0].p95)}), which the paper tests, nor for certain once Domain-0 is busy. With Poisson clients at such a load, VM1 stays far over 9 ms but gains as clearly.`,
    },
    {
      where: 'fig 8, from interval 6: all VMs keep their SLA',
      published: 'no VM over its target',
      ours: `twin: ${msList(meansOf(five))} → ${msList(meansOf(six))}; recorded host, interval 5 → 6: ${msList(before.means)} → ${msList(after.means)}`,
      ...judge([
        {
          says: `VM2 keeps 9 ms (${offBy(six[1].mean, five[1].mean)})`,
          holds: six[1].mean <= targets[1],
        },
      ]),
      implementedIn: twinPath,
      why: 'VM2 pays for what VM1 gains. The targets of VM2 and VM3 are not printed; with 9 ms, VM2 would miss its own.',
    },
    {
      where: 'claim: the whole response time falls too, as Domain-0 delays VM1 less',
      published: 'the sum falls after re-weighting at the same load',
      ours: `twin, sum of means ${ms(sum(meansOf(five)))} → ${ms(sum(meansOf(six)))}, over all requests ${ms(all(five))} → ${ms(all(six))}; with Domain-0 at work ${ms(sum(meansOf(costBefore)))} → ${ms(sum(meansOf(costAfter)))}`,
      ...judge([
        falls('sum', sum(meansOf(six)), sum(meansOf(five))),
        falls('sum with Domain-0', sum(meansOf(costAfter)), sum(meansOf(costBefore))),
      ]),
      implementedIn: twinPath,
      why: 'Weights divide waiting but hardly remove it. Such differences are within the effect of the phases of the streams.',
    },
    {
      where: 'claim: weights of least total delay make response times better',
      published: 'abstract and conclusion',
      ours: `twin with ${optimal.join(' / ')}: ${msList(meansOf(best))}, sum ${ms(sum(meansOf(five)))} → ${ms(sum(meansOf(best)))}, over all requests ${ms(all(five))} → ${ms(all(best))}`,
      ...judge([
        falls('sum', sum(meansOf(best)), sum(meansOf(five))),
        falls('over all requests', all(best), all(five)),
      ]),
      implementedIn:
        'packages/solver/src/optimise-weights.ts, packages/solver/src/search/optimise-by-enumeration.ts',
      why: 'The sum over VMs counts a VM with few requests as much as one with many, so it favours low rates. The mean over requests, judged by SDPS or the twin, is offered as another objective.',
    },
  ]
}

function untouched(five: ThreeVms, recorded: RecordedHosts): ReproductionRow[] {
  const factor = sandpiperFactor(table3[4], 0, 0)
  const host = recorded.equal.slice(4)
  return [
    {
      where: 'fig 9: SandPiper leaves the weights alone, VM1 stays over its target',
      published: 'intervals 5 to 7 over 9 ms',
      ours: `needed / possible rate of VM1 ${factor.toFixed(2)} with even arrivals, so it keeps the weight; twin ${ms(five[0].mean)}; recorded host with equal weights, intervals 5 to 7: ${msList(host.map(({ means }) => means[0]!))}`,
      ...judge([
        { says: 'its weight is not raised', holds: factor < 1 },
        {
          says: 'over 9 ms, in the twin and on the recorded host',
          holds: [five[0], ...host.map(({ means }) => ({ mean: means[0]! }))].every(
            ({ mean }) => mean > targets[0],
          ),
        },
      ]),
      implementedIn: 'packages/model/src/decision/sandpiper-weights.ts',
      why: `The paper’s reason, too high an estimate, would make it act (E0.12): with Poisson arrivals and exponential requests the ratio is ${sandpiperFactor(table3[4], 0, 1).toFixed(2)}.`,
    },
  ]
}
