import type { Verdict } from '@steelyard/model'
import { table3 } from '../../papers/paper0/intervals.ts'
import { targets, verdict } from '../../papers/paper0/targets.ts'
import { ms, msList } from '../figures.ts'
import { judge, near } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { type PeakReading, peakReadings, sumsOf } from './peak-readings.ts'
import type { RecordedHosts } from './recorded.ts'
import {
  asCpuTime,
  asLogged,
  copes,
  exponentialRule,
  factorsOf,
  ruleFor,
  sandpiperRule,
} from './sandpiper.ts'
import { loadRow } from './table2.ts'
import { table3Reweighted } from './table3-reweighted.ts'
import { meansOf, playInARow, sum, type ThreeVms } from './twin-of-paper0.ts'

const twinPath = 'packages/simulator/src/engine/simulate.ts'
const publishedPeakSum = 0.0274

/** Table 3, figures 8 and 9. */
export async function table3Rows(recorded: RecordedHosts): Promise<ReproductionRow[]> {
  const played = playInARow(table3)
  return [
    loadRow(
      'Table 3',
      table3,
      'VM1 and VM2 10, 15, 30, 35, 45, 45, 45, VM3 50, 50, 120, 130, 170, 170, 170 requests/s; no durations',
      'the durations are ours, those of the recorded host',
    ),
    overIts9Ms(played, recorded),
    peakSum(played[4]!, recorded),
    smallerThan26(),
    ...(await table3Reweighted(played, recorded)),
    sandpiperKeeps(played, recorded),
  ]
}

const vm1sOf = (phases: readonly { means: number[] }[]) => phases.map(({ means }) => means[0]!)

/** Intervals are numbered from 1, as in the paper. */
function firstOver(vm1Seconds: readonly number[]): number {
  return 1 + vm1Seconds.findIndex((time) => time > targets[0])
}

function overIts9Ms(played: readonly ThreeVms[], { equal }: RecordedHosts): ReproductionRow {
  const twin = played.map(([vm1]) => vm1.mean)
  const recorded = vm1sOf(equal)
  const halfWidth = played[4]![0].meanHalfWidth
  return {
    where: 'fig 8, interval 5: VM1 over its 9 ms',
    published: 'VM1 is over 9 ms in interval 5, not before',
    ours: `twin, VM1’s means by interval ${msList(twin)}; recorded host, same load: ${msList(recorded)}`,
    ...judge([
      {
        says: `over it in interval 5 (± ${ms(halfWidth)} over the phases of the streams)`,
        holds: twin[4]! > targets[0],
      },
      { says: 'not before', holds: firstOver(twin) === 5 },
    ]),
    implementedIn: twinPath,
    why: `By the mean over the phases of the streams, the twin’s VM1 is over 9 ms from interval ${firstOver(twin)} on, but the phases alone can move it across the limit. The recorded host, with Poisson clients and a busy Domain-0, is over it from interval ${firstOver(recorded)} on.`,
  }
}

function peakSum(five: ThreeVms, { equal }: RecordedHosts): ReproductionRow {
  const readings = peakReadings(table3)
  const inFive = (reading: PeakReading) => sumsOf(reading)[4]!
  const host = equal[4]!
  return {
    where: 'fig 8, interval 5: sum of the 95th percentiles',
    published: '27.4 ms',
    ours: `twin, of ${readings.map((reading) => `${reading.what} ${ms(inFive(reading))}`).join('; of ')}; sum of means ${ms(sum(meansOf(five)))}; recorded host, of the clients’ requests ${ms(sum(host.p95s))}, of the means in the servers’ logs ${ms(sum(host.peaksOfMeans))}`,
    ...judge(
      readings.map((reading) => near(inFive(reading), publishedPeakSum, `of ${reading.what},`)),
    ),
    implementedIn: `${twinPath}, packages/analysis/src/recorded/sampled-maximum.ts`,
    why: 'The paper does not say of what it takes the percentile, of requests or of the means of windows, nor how much Domain-0 works, how long the intervals are and how the streams lie. Nothing was fitted: all four combinations are judged. On the recorded host, random arrivals make the times at such a load many times as long.',
  }
}

/** The verdict depends on the sum alone, however it is divided. */
function verdictOfSum(peakSum: number): Verdict {
  return verdict([0.01, 0.009, peakSum - 0.019])
}

function smallerThan26(): ReproductionRow {
  const printed = verdictOfSum(publishedPeakSum)
  return {
    where: 'claim: 27.4 ms is smaller than 26 ms, so re-weight',
    published: 'VM1 over its target, yet Σ R_Peak = 27.4 < Σ R_SLA = 26, so not migrate',
    ours: `27.4 is not smaller than 26: by eq (6) ${printed}`,
    ...judge([{ says: 're-weight by eq (6)', holds: printed === 'reweight' }]),
    implementedIn: 'packages/model/src/decision/decide.ts',
    why: 'E0.1. The verdict is always computed. If there are weights that meet every target, they are proposed first, and the result says so.',
  }
}

function sandpiperKeeps(played: readonly ThreeVms[], { equal }: RecordedHosts): ReproductionRow {
  const { rates } = table3[4]
  const [byCpu, byLog] = [
    sandpiperRule(rates, asCpuTime),
    sandpiperRule(rates, asLogged(played[4]!)),
  ]
  const onHost = ruleFor(equal[4]!.loads)
  const [twin, host] = [played.slice(4).map(([vm1]) => vm1.mean), vm1sOf(equal.slice(4))]
  return {
    where: 'fig 9: SandPiper leaves the weights alone, VM1 stays over its target',
    published: 'intervals 5 to 7 over 9 ms',
    ours: `needed / possible rate in interval 5 by CPU time per request ${factorsOf(byCpu)}, by the durations in the twin’s log ${factorsOf(byLog)}, on the recorded host ${factorsOf(onHost)}; VM1 with equal weights in intervals 5 to 7: twin ${msList(twin)}, recorded host ${msList(host)}`,
    ...judge([
      { says: 'every VM copes, by CPU time', holds: copes(byCpu) },
      { says: 'by the log, as in figures 4 to 6', holds: copes(byLog) },
      { says: 'on the recorded host', holds: copes(onHost) },
      {
        says: 'VM1 over 9 ms, in the twin and on the recorded host',
        holds: [...twin, ...host].every((mean) => mean > targets[0]),
      },
    ]),
    implementedIn:
      'packages/model/src/decision/sandpiper-weights.ts, packages/analysis/src/verdict/sandpiper-action.ts',
    why: `SandPiper does nothing only where it is given the CPU time and traffic without variance. With the durations in the log, which the paper and the product’s default give it, it would act or find the target impossible. The paper’s reason, too high an estimate, would make it act as well (E0.12): with Poisson arrivals and exponential requests VM1’s ratio is ${exponentialRule(rates)[0]!.factor!.toFixed(2)}.`,
  }
}
