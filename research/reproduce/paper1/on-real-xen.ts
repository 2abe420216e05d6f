import { jainFairness } from '@steelyard/simulator'
import type { Paper1Result, PlayedPolicy } from '../../experiments/paper1/paper1-result.ts'
import { type Pings, sumUpPings } from '../../experiments/paper1/sum-up-pings.ts'
import { percent, significant } from '../figures.ts'
import { notApplicable } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { sumUpAllPings } from './all-pings.ts'
import { policyRows, type Source, type Treated } from './policy-rows.ts'

const implementedIn =
  'research/experiments/paper1/paper1.ts, e2e/xen-host/hypervisor/01-boosts.patch'

/** @param late what the pings say without the first third, for as long as the twin warms up */
const whyOf = (late: Record<'credit' | 'loan', Pings>): Source['why'] => {
  const factor = significant(late.credit.meanMs / late.loan.meanMs)
  return {
    credit: `Six guests that never stop computing on one pCPU of Xen 4.17, Table 4’s ratio, and 60 pings, one a second, from a client with a pCPU of its own; all count. Without the first 20, for as long as the twin warms up, it is ${milliseconds(late.credit)}. The slow answers, which wait for a whole turn of the six, are slower here.`,
    loan: `Boosts last until the dispatch. Five of 60 pings take 50 ms or more, four of which are the first four; without the first 20 it is ${milliseconds(late.loan)}. One ping a second uses few credits, so that a loan is seldom being repaid when it comes; the paper does not say how often it pinged, nor of a warm-up.`,
    faster: `The order is the paper’s. Of 60 pings, a handful decides the means: without the first 20, loans are ${factor} times as fast.`,
    within: `Without the first 20 of 60 pings ${percent(late.credit.withinTenMs)} to ${percent(late.loan.withinTenMs)} within 10 ms and ${percent(late.credit.withinTwentyMs)} to ${percent(late.loan.withinTwentyMs)} within 20. The loans lift the fractions further than published.`,
    bandwidth:
      'TCP with the defaults of Linux over a link of 100 Mbit/s, from the same client to a process that shares dom1 with its hog; 20 s, counted at the bridge. Boosts last until the dispatch.',
    moreBandwidth:
      'The paper’s own figures do not give 62 % either; the gain lies between its +10.4 % and its +62 %.',
    shares:
      'CPU of the six while dom1 receives the stream, over 20 s, read to a tenth of a second.',
    fair: 'What is lent is paid back out of the guest’s own credits. An unconditional boost gives dom1 half as much again as the others, far less than in the paper.',
  }
}

/** Table 6 and figures 5 to 9 on half of the host of Table 4: six hogs on one pCPU. */
export function onRealXenRows({ policies }: Paper1Result): ReproductionRow[] {
  const played = (name: string) => policies.find((policy) => policy.name === name)!
  const of = (name: string) => treatedBy(played(name))
  const late = (name: string) => sumUpPings(played(name).pingsMs)
  const why = whyOf({ credit: late('credit'), loan: late('loan') })
  const source: Source = { where: ', on real Xen', implementedIn, why }
  return [
    ...policyRows({ credit: of('credit'), loan: of('loan'), always: of('always') }, source),
    {
      where: 'choice: until when a boost lasts, on real Xen',
      published: 'not stated',
      ours: `until its loan is used up: ${shown(of('loan-lasting'))}; until the dispatch: ${shown(of('loan'))}`,
      ...notApplicable('the second one is in the rows of table 6'),
      implementedIn,
      why: 'The words of the paper suggest the first. The guest then keeps the pCPU while Domain-0 waits to take its answer.',
    },
    {
      where: 'what Xen has by default since 4.12: credit2, on real Xen',
      published: 'did not exist',
      ours: shown(of('credit2')),
      ...notApplicable('not in the paper'),
      implementedIn: 'research/experiments/paper1/paper1.ts',
      why: 'It orders vCPUs by the credit that is left, so one that has run less goes first; no boost, no loan.',
    },
  ]
}

const milliseconds = ({ meanMs, halfWidthMs }: Pings) =>
  `${significant(meanMs)} ± ${significant(halfWidthMs)} ms`

const shown = ({ pings, stream }: Treated) =>
  `${milliseconds(pings)}, ${percent(pings.withinTenMs)} within 10 ms, ${significant(stream.mbitPerSecond)} Mbit/s, Jain ${stream.fairness.toFixed(4)}`

function treatedBy({ pingsMs, stream }: PlayedPolicy): Treated {
  const [dom1, ...others] = stream.cpuShares
  return {
    pings: sumUpAllPings(pingsMs),
    stream: {
      mbitPerSecond: stream.mbitPerSecond,
      shares: { dom1: dom1!, least: Math.min(...others), most: Math.max(...others) },
      fairness: jainFairness(stream.cpuShares),
    },
  }
}
