import { type Outcome, outcomeOf } from '../../experiments/paper3/outcome-of.ts'
import type { Paper3Result, PlayedPolicy } from '../../experiments/paper3/paper3-result.ts'
import { percent } from '../figures.ts'
import { judge, notApplicable } from '../judge.ts'
import { type MeasuredRow, onRealXen } from '../on-real-xen.ts'
import type { ReproductionRow } from '../reproduction.ts'

const implementedIn =
  'research/experiments/paper3/paper3.ts, e2e/xen-host/hypervisor/02-queue-order.patch'
const setUp =
  'One pCPU of a real host, a guest with T(100,70), two that never stop computing and Domain-0; four tasks of 50 jobs, counted in the guest. A job is given up when its deadline passes.'

type Played = Outcome & Pick<PlayedPolicy, 'othersShare'>

/** Figures 2 and 3 as counted in the guests of a real host. */
export function onRealXenRows({ policies }: Paper3Result): ReproductionRow[] {
  const of = (name: PlayedPolicy['name']): Played => {
    const played = policies.find((policy) => policy.name === name)!
    return { ...outcomeOf(played), othersShare: played.othersShare }
  }
  const [credit, order, rtCredit] = [of('credit'), of('order'), of('rt-credit')]
  const rows = [
    ...figure2(credit, rtCredit),
    ...figure3(credit, rtCredit),
    capCosts(of('caps'), order),
    halvesAlone(of('caps'), order),
    allowing(of('rt-credit-allowing'), of('caps-allowing')),
    rtds(of('rtds'), of('rtds-allowing')),
  ]
  return onRealXen(rows, implementedIn)
}

const shown = (played: Played) =>
  `${missed(played)}, ${percent(played.doneWithin)} of the hashes done in time, CPU of the two others ${percent(played.othersShare)} of a pCPU`

const missed = ({ free, tasks, missedPart }: Outcome) =>
  `${free} of ${tasks} tasks without a miss, ${percent(missedPart)} of the jobs missed`

function figure2(credit: Played, rtCredit: Played): MeasuredRow[] {
  return [
    {
      where: 'fig 2, Default Credit',
      published: 'chart: about 20 tasks without a miss, the rest miss; of how many is not said',
      ours: missed(credit),
      ...judge([
        { says: 'some tasks miss nothing', holds: credit.free > 0 },
        { says: 'most miss something', holds: credit.free < credit.tasks / 2 },
      ]),
      why: `${setUp} By weight, the guest is entitled to a third of the pCPU, less than it needs.`,
    },
    {
      where: 'fig 2, RT-Credit: most tasks miss nothing',
      published: 'chart',
      ours: missed(rtCredit),
      ...judge([{ says: 'most tasks', holds: rtCredit.free > rtCredit.tasks / 2 }]),
      why: 'Caps leave the guest just the 70 % that it needs, are enforced once in 30 ms, and Domain-0 takes its part of what is left.',
    },
    {
      where: 'claim: RT-Credit misses fewer deadlines, and greatly fewer',
      published: 'fig 2, abstract',
      ours: `${percent(rtCredit.missedPart)} against ${percent(credit.missedPart)} of the jobs`,
      ...judge([
        { says: 'fewer', holds: rtCredit.missedPart < credit.missedPart },
        { says: 'by at least half', holds: rtCredit.missedPart <= 0.5 * credit.missedPart },
      ]),
      why: 'As in the twin, the direction is clear. RT Pinning was not tried: with one pCPU there is nothing to pin.',
    },
  ]
}

function figure3(credit: Played, rtCredit: Played): MeasuredRow[] {
  const loss = 1 - rtCredit.othersShare / credit.othersShare
  return [
    {
      where: 'fig 3: the others do less under RT-Credit, somewhat but not greatly',
      published: 'bars only',
      ours: `CPU of the two others ${percent(credit.othersShare)} of a pCPU under Credit, ${percent(rtCredit.othersShare)} under RT-Credit`,
      ...judge([
        { says: 'less', holds: loss > 0 },
        { says: `by no more than a fifth (${percent(loss)})`, holds: loss < 0.2 },
      ]),
      why: 'On a full pCPU, the others lose what the real-time guest gains.',
    },
  ]
}

function capCosts(caps: Played, order: Played): MeasuredRow {
  return {
    where: 'claim: the cap is what costs throughput',
    published: 'section 3',
    ours: `CPU of the two others with caps alone ${percent(caps.othersShare)} of a pCPU, with the order of the runqueue alone ${percent(order.othersShare)}`,
    ...judge([{ says: 'less with caps', holds: caps.othersShare < 0.9 * order.othersShare }]),
    why: 'The order only shifts time; the cap takes it away.',
  }
}

function halvesAlone(caps: Played, order: Played): MeasuredRow {
  return {
    where: 'the two halves of RT-Credit by themselves',
    published: 'not measured',
    ours: `caps alone ${percent(caps.missedPart)}, the order of the runqueue alone ${percent(order.missedPart)} of the jobs missed`,
    ...notApplicable('not in the paper'),
    why: 'Stock Xen has the caps, our patch the order.',
  }
}

function allowing(rtCredit: Played, caps: Played): MeasuredRow {
  return {
    where: 'RT-Credit, and caps alone, with an allowance for turns',
    published: 'no allowance',
    ours: `capped as advised by default, for 10 % more CPU time: RT-Credit ${shown(rtCredit)}; caps alone ${shown(caps)}`,
    ...notApplicable('not in the paper'),
    why: 'In turns with others, the guest needs 6 % more CPU time for the same work than alone, by which its execution time was measured.',
  }
}

function rtds(asMeasured: Played, byDefault: Played): MeasuredRow {
  return {
    where: 'what Xen has had since 4.5: RTDS',
    published: 'did not exist',
    ours: `as advised without an allowance: ${shown(asMeasured)}; as advised by default, with 10 %: ${shown(byDefault)}`,
    ...notApplicable('not in the paper'),
    why: 'The reservations that the product advises, in a cpupool that a plan made; the others reserve a hundredth each and take what is left. Without an allowance, the advice leaves less than 4 % beyond the time measured alone. Domain-0 is on another pCPU.',
  }
}
