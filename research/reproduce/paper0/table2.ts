import { domain0Seconds } from '../../papers/paper0/host-of-paper0.ts'
import { type Interval, offered, type Rates, table2 } from '../../papers/paper0/intervals.ts'
import { targetSum, targets, verdict } from '../../papers/paper0/targets.ts'
import { ms, msList, percent } from '../figures.ts'
import { built, judge } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { peakReadings, sumsOf } from './peak-readings.ts'
import {
  asCpuTime,
  asLogged,
  copes,
  exponentialRule,
  factorsOf,
  sandpiperRule,
} from './sandpiper.ts'
import {
  meansOf,
  p95sOf,
  play,
  playInARow,
  type SimulatedVm,
  type ThreeVms,
} from './twin-of-paper0.ts'

/** The set-up of Tables 2 and 3: which load was simulated, and how long. */
export function loadRow(
  where: string,
  intervals: readonly Interval[],
  published: string,
  readings = '',
): ReproductionRow {
  return {
    where: `${where}, load`,
    published,
    ours: `simulated one interval after the other, ${intervals.map(({ rates, seconds }) => `${rates.join('/')} for ${seconds} s`).join(', ')}; CPU demand ${intervals.map(({ rates }) => percent(offered(rates))).join(', ')}`,
    ...built([], readings),
    implementedIn: 'research/papers/paper0/host-of-paper0.ts',
    why: 'Table 3 has no durations; the header of Table 2 slipped into its first row.',
  }
}

/** Table 2 and figure 7. */
export function table2Rows(): ReproductionRow[] {
  const played = playInARow(table2)
  return [
    loadRow(
      'Table 2',
      table2,
      'VM1 and VM2 30, 35, 45, VM3 120, 130, 180 requests/s; 240, 240, 60 s',
    ),
    migrates(),
    sandpiperKeeps(played[2]!),
    migrationHelps(),
  ]
}

function migrates(): ReproductionRow {
  const readings = peakReadings(table2).map((reading) => ({
    ...reading,
    sums: sumsOf(reading),
    verdicts: reading.peaks.map(verdict),
  }))
  return {
    where: 'Table 2, interval 3: proposed migrates',
    published: 'Σ R_Peak > Σ R_SLA, so migrate (no figures printed)',
    ours: `twin, Σ of the 95th percentiles by interval against ${ms(targetSum)}: ${readings.map(({ what, sums, verdicts }) => `of ${what} ${msList(sums)}, so ${verdicts.join(', ')}`).join('; ')}`,
    ...judge(
      readings.map(({ what, verdicts }, index) => ({
        says: `${index === 0 ? 'migrate in interval 3 alone, by the 95th percentiles ' : ''}of ${what}`,
        holds: verdicts.map((each) => each === 'migrate').join() === 'false,false,true',
      })),
    ),
    implementedIn:
      'packages/model/src/decision/decide.ts, packages/analysis/src/recorded/sampled-maximum.ts',
    why: 'The targets of this experiment are not printed, so we use those of Table 3, with 9 / 9 / 8 ms for the three. Of which data R_Peak is the 95th percentile is not said: of requests, the product’s default, it is over the targets long before interval 3; of the means of windows, the reading of its rule `printed`, the published verdicts come out once Domain-0’s work is counted.',
  }
}

function sandpiperKeeps(last: ThreeVms): ReproductionRow {
  const { rates } = table2[2]
  const [byCpu, byLog] = [sandpiperRule(rates, asCpuTime), sandpiperRule(rates, asLogged(last))]
  return {
    where: 'fig 7: SandPiper does nothing in interval 3, the SLA is broken',
    published: 'client’s curve over the SLA',
    ours: `needed / possible rate by CPU time per request ${factorsOf(byCpu)}, by the durations in the twin’s log ${factorsOf(byLog)}; twin: means ${msList(meansOf(last))}, 95th percentiles ${msList(p95sOf(last))}`,
    ...judge([
      { says: 'every VM copes, by CPU time', holds: copes(byCpu) },
      { says: 'by the log, as in figures 4 to 6', holds: copes(byLog) },
      {
        says: 'a VM over its target in the mean',
        holds: meansOf(last).some((mean, vm) => mean > targets[vm]!),
      },
    ]),
    implementedIn: 'packages/model/src/decision/sandpiper-weights.ts',
    why: `The two halves of the paper do not go together (E0.12). Durations in the log contain waiting, here so much that the target leaves nothing, and then SandPiper would act. It does nothing where the service time is the CPU time and even arrivals have no variance, so that λ_cap is 1/s; but then it does not estimate too high. With Poisson arrivals and exponential requests it would ask for ${exponentialRule(rates)[0]!.factor!.toFixed(1)} times VM1’s weight.`,
  }
}

const vms = [0, 1, 2]

/** The means of the VMs that stay, by which one has moved to another host. */
function meansWithoutOne(rates: Rates, seconds: number): { vm: number; mean: number }[][] {
  return vms.map((gone) => {
    const left = vms.filter((vm) => vm !== gone)
    const played: readonly SimulatedVm[] = play(rates, { gone, domain0Seconds: seconds })
    return left.map((vm, index) => ({ vm, mean: played[index]!.mean }))
  })
}

function migrationHelps(): ReproductionRow {
  const { rates } = table2[2]
  const [idle, busy] = [meansWithoutOne(rates, 0), meansWithoutOne(rates, domain0Seconds)]
  const keeps = (all: typeof idle) => all.flat().every(({ vm, mean }) => mean <= targets[vm]!)
  const shown = (all: typeof idle) =>
    all.map((left, gone) => `VM${gone + 1} gone ${msList(left.map(({ mean }) => mean))}`).join(', ')
  return {
    where: 'fig 7, other half: the migration avoids the violation',
    published: 'stated; no figures, and not which VM is moved',
    ours: `twin, Table 2, interval 3, means of the VMs that stay: ${shown(idle)}; with Domain-0 at work ${shown(busy)}`,
    ...judge([
      { says: 'whichever goes, the others keep 9 / 9 / 8 ms in the mean', holds: keeps(idle) },
      { says: 'with Domain-0 at work', holds: keeps(busy) },
    ]),
    implementedIn: 'packages/model/src/decision/decide.ts, packages/simulator/src/lab/lever-lab.ts',
    why: 'After `migrate`, the lab plays the host without each VM in turn and ranks what that gains. Steelyard itself moves no domain, and what a move costs while it lasts is not simulated.',
  }
}
