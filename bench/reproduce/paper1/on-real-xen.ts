import { meanInterval } from '@steelyard/model'
import { jainFairness } from '@steelyard/simulator'
import type { Paper1Result, PlayedPolicy } from '../../experiments/paper1/paper1-result.ts'
import { percent, significant } from '../figures.ts'
import { notApplicable } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { policyRows, type Source, type Treated } from './policy-rows.ts'

const source: Source = {
  where: ', on real Xen',
  implementedIn: 'bench/experiments/paper1/paper1.ts, e2e/xen-host/hypervisor/01-boosts.patch',
  why: {
    credit: '',
    loan: '',
    faster: '',
    within: '',
    bandwidth: '',
    moreBandwidth: '',
    shares: '',
    fair: '',
  },
}

/** Table 6 and figures 5 to 9 on half of the host of Table 4: six hogs on one pCPU. */
export function onRealXenRows({ policies }: Paper1Result): ReproductionRow[] {
  const of = (name: string) => treatedBy(policies.find((policy) => policy.name === name)!)
  return [
    ...policyRows({ credit: of('credit'), loan: of('loan'), always: of('always') }, source),
    {
      where: 'choice: until when a boost lasts, on real Xen',
      published: 'not stated',
      ours: `until its loan is used up: ${shown(of('loan-lasting'))}; until the dispatch: ${shown(of('loan'))}`,
      ...notApplicable('the second one is in the rows of table 6'),
      implementedIn: source.implementedIn,
      why: 'The words of the paper suggest the first. The guest then keeps the pCPU while Domain-0 waits to take its answer.',
    },
    {
      where: 'what Xen has by default since 4.12: credit2, on real Xen',
      published: 'did not exist',
      ours: shown(of('credit2')),
      ...notApplicable('not in the paper'),
      implementedIn: 'bench/experiments/paper1/paper1.ts',
      why: 'It orders vCPUs by the credit that is left, so one that has run less goes first; no boost, no loan.',
    },
  ]
}

const shown = ({ pings, stream }: Treated) =>
  `${significant(pings.meanMs)} ± ${significant(pings.halfWidthMs)} ms, ${percent(pings.withinTenMs)} within 10 ms, ${significant(stream.mbitPerSecond)} Mbit/s, Jain ${stream.fairness.toFixed(4)}`

function treatedBy({ pingsMs, stream }: PlayedPolicy): Treated {
  const { mean, halfWidth } = meanInterval(pingsMs)!
  const within = (ms: number) => pingsMs.filter((each) => each <= ms).length / pingsMs.length
  const [dom1, ...others] = stream.cpuShares
  return {
    pings: {
      meanMs: mean,
      halfWidthMs: halfWidth!,
      withinTenMs: within(10),
      withinTwentyMs: within(20),
    },
    stream: {
      mbitPerSecond: stream.mbitPerSecond,
      shares: { dom1: dom1!, least: Math.min(...others), most: Math.max(...others) },
      fairness: jainFairness(stream.cpuShares),
    },
  }
}
