import { table3Interval5 } from '@steelyard/model/testing'
import { optimiseWeights } from '@steelyard/solver'
import { domain0Seconds, type GuestWeights, raised } from '../../papers/paper0/host-of-paper0.ts'
import { table3 } from '../../papers/paper0/intervals.ts'
import { targets } from '../../papers/paper0/targets.ts'
import { ms, msList, offBy } from '../figures.ts'
import { judge, near } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { formula, paperProblem } from './equations.ts'
import type { RecordedHosts } from './recorded.ts'
import { meansOf, playInARow, sum, type ThreeVms } from './twin-of-paper0.ts'
import { falls, overRequests } from './whole-time.ts'

const names = ['vm1', 'vm2', 'vm3']
const twinPath = 'packages/simulator/src/engine/simulate.ts'
const optimiser = 'packages/solver/src/optimise-weights.ts'

/** Intervals 5 and 6 of Table 3, before and after new weights. */
interface BeforeAndAfter {
  before: ThreeVms
  after: ThreeVms
}

function changed(weights: GuestWeights, seconds = 0): BeforeAndAfter {
  const played = playInARow(table3, { domain0Seconds: seconds, change: { at: 5, weights } })
  return { before: played[4]!, after: played[5]! }
}

/** Table 3 and figure 8 from the decision to re-weight on. */
export async function table3Reweighted(
  played: readonly ThreeVms[],
  recorded: RecordedHosts,
): Promise<ReproductionRow[]> {
  const { weights } = await optimiseWeights(paperProblem)
  const optimal = names.map((name) => weights![name]!) as unknown as GuestWeights
  const [idle, busy] = [changed(raised), changed(raised, domain0Seconds)]
  return [
    await vm1Alone(played[4]!, optimal),
    vm1Keeps(idle, busy, recorded),
    allKeep(idle, recorded),
    wholeTimeFalls(idle, busy),
    leastTotalDelay(optimal),
  ]
}

async function vm1Alone(five: ThreeVms, optimal: GuestWeights): Promise<ReproductionRow> {
  const byFormula = formula(table3Interval5)
  const factors = meansOf(five).map((mean, vm) => [names[vm]!, mean / byFormula[vm]!] as const)
  const raise = await optimiseWeights({
    ...paperProblem,
    mode: 'raise-violator-only',
    targets: { vm1: targets[0] },
    factors: Object.fromEntries(factors),
  })
  const weights = names.map((name) => raise.weights?.[name] ?? 0)
  return {
    where: 'Table 3, interval 5: VM1 gets 50 % more, the others keep theirs',
    published: 'VM1 gets 50 % more credit, VM2 and VM3 keep theirs',
    ours: `raising only the VM that misses its target, from the twin’s means: ${weights.join(' / ')}; least total delay by eq (7): ${optimal.join(' / ')}`,
    ...judge([
      { says: 'VM1 alone gets more by eq (7)', holds: isVm1Alone(optimal) },
      near(weights[0]! / 256 - 1, 0.5, 'by 50 % when only violators are raised,'),
    ]),
    implementedIn: `packages/solver/src/separable/raise-violators.ts, ${optimiser}`,
    why: 'Eq (7) gives equal loads equal weights, so “VM1 alone” must come from its target (E0.11), and 1.5 thirds is not a multiple of 0.05 (E0.10). How much VM1 needs depends on its measured time, which is not printed.',
  }
}

function isVm1Alone([vm1, ...others]: readonly number[]): boolean {
  return vm1! > 256 && others.every((weight) => weight === 256)
}

function vm1Keeps(
  idle: BeforeAndAfter,
  busy: BeforeAndAfter,
  { equal, reweighted }: RecordedHosts,
): ReproductionRow {
  const [before, after] = [idle.before[0], idle.after[0]]
  const [hostBefore, hostAfter] = [equal[5]!.means[0]!, reweighted[5]!.means[0]!]
  const keeps = (seconds: number) => seconds <= targets[0]
  return {
    where: 'fig 8, from interval 6: VM1 keeps its 9 ms',
    published: 'below 9 ms',
    ours: `twin: VM1’s mean ${ms(before.mean)} → ${ms(after.mean)} ± ${ms(after.meanHalfWidth)}; with Domain-0 at work ${ms(busy.before[0].mean)} → ${ms(busy.after[0].mean)} ± ${ms(busy.after[0].meanHalfWidth)}; recorded host, interval 6: ${ms(hostBefore)} with equal weights, ${ms(hostAfter)} with 384`,
    ...judge([
      { says: `in the mean (${offBy(after.mean, before.mean)})`, holds: keeps(after.mean) },
      { says: 'with Domain-0 at work', holds: keeps(busy.after[0].mean) },
      {
        says: `on the recorded host (${offBy(hostAfter, hostBefore)})`,
        holds: keeps(hostAfter),
      },
      { says: 'in the 95th percentile', holds: keeps(after.p95) },
    ]),
    implementedIn: `${twinPath}, packages/xen/src/apply/apply-plan.ts`,
    why: `It does not hold in the 95th percentile of requests (${ms(after.p95)}). With Poisson clients at such a load, VM1 stays far over 9 ms but gains as clearly.`,
  }
}

function allKeep(
  { before, after }: BeforeAndAfter,
  { reweighted }: RecordedHosts,
): ReproductionRow {
  const [five, six] = [reweighted[4]!.means, reweighted[5]!.means]
  return {
    where: 'fig 8, from interval 6: all VMs keep their SLA',
    published: 'no VM over its target',
    ours: `twin: ${msList(meansOf(before))} → ${msList(meansOf(after))}; recorded host, interval 5 → 6: ${msList(five)} → ${msList(six)}`,
    ...judge([
      {
        says: `VM2 keeps 9 ms (${offBy(after[1].mean, before[1].mean)})`,
        holds: after[1].mean <= targets[1],
      },
    ]),
    implementedIn: twinPath,
    why: 'VM2 pays for what VM1 gains. The targets of VM2 and VM3 are not printed; with 9 ms, VM2 would miss its own.',
  }
}

const sumOf = (vms: ThreeVms) => sum(meansOf(vms))
const overAll = (vms: ThreeVms) => overRequests(table3[4].rates, meansOf(vms))

function wholeTimeFalls(idle: BeforeAndAfter, busy: BeforeAndAfter): ReproductionRow {
  return {
    where: 'claim: the whole response time falls too, as Domain-0 delays VM1 less',
    published: 'the sum falls after re-weighting at the same load',
    ours: `twin, sum of means ${ms(sumOf(idle.before))} → ${ms(sumOf(idle.after))}, over all requests ${ms(overAll(idle.before))} → ${ms(overAll(idle.after))}; with Domain-0 at work ${ms(sumOf(busy.before))} → ${ms(sumOf(busy.after))}`,
    ...judge([
      falls('sum', sumOf(idle.after), sumOf(idle.before)),
      falls('sum with Domain-0', sumOf(busy.after), sumOf(busy.before)),
    ]),
    implementedIn: twinPath,
    why: 'Weights divide waiting but hardly remove it. Such differences are within the effect of the phases of the streams.',
  }
}

function leastTotalDelay(optimal: GuestWeights): ReproductionRow {
  const { before, after } = changed(optimal)
  return {
    where: 'claim: weights of least total delay make response times better',
    published: 'abstract and conclusion',
    ours: `twin with ${optimal.join(' / ')}: ${msList(meansOf(after))}, sum ${ms(sumOf(before))} → ${ms(sumOf(after))}, over all requests ${ms(overAll(before))} → ${ms(overAll(after))}`,
    ...judge([
      falls('sum', sumOf(after), sumOf(before)),
      falls('over all requests', overAll(after), overAll(before)),
    ]),
    implementedIn: `${optimiser}, packages/solver/src/search/optimise-by-enumeration.ts`,
    why: 'The sum over VMs counts a VM with few requests as much as one with many, so it favours low rates. The mean over requests, judged by SDPS or the twin, is offered as another objective.',
  }
}
