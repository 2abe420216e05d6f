import { optimiseWeights } from '@steelyard/solver'
import { drawnHost, timeSchemes } from '../../../bench/index.ts'
import { keptResult } from '../../experiments/kept-result.ts'
import type { CollectionCost } from '../../experiments/paper0/collection.ts'
import { ms, percent } from '../figures.ts'
import { built, judge, notApplicable } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'

const step = 0.05

/** Numbers of VMs, up to the largest in figure 10. */
const sizes = [4, 8, 16, 32]

/** Section 4.4, and the limits that section 5 names. */
export async function overheadRows(): Promise<ReproductionRow[]> {
  return [collection(), await figure10(), await finerSteps(), await mostVms(), limits()]
}

function collection(): ReproductionRow {
  const costs = keptResult<CollectionCost[]>('collection')
    .map(({ guests, idle, recording }) => `${percent(recording - idle)} with ${guests} guests`)
    .join(' and ')
  return {
    where: 'section 4.4: both schemes collect the same data',
    published: 'xenmon and the logs, as SandPiper does',
    ours: `one reading of xenmon and the logs gives the loads that every estimator takes, SandPiper’s among them; on a real host, recording xentop every second takes ${costs} of a pCPU in Domain-0`,
    ...built(),
    implementedIn:
      'packages/analysis/src/load/host-load.ts, packages/analysis/src/estimates/estimate-load.ts, research/experiments/paper0/collection.ts',
    why: 'So the cost of collecting does not tell them apart. It was measured under emulation, over a minute each, on a host without load.',
  }
}

async function figure10(): Promise<ReproductionRow> {
  const [least, most] = [await timeSchemes(sizes[0]!), await timeSchemes(sizes.at(-1)!)]
  return {
    where: 'fig 10: overhead grows with the number of VMs',
    published: 'curves of both schemes; at most 60 ms, for 32 VMs',
    ours: `eq (2) has ${sizes.map((size) => size * (size - 1)).join(', ')} terms for ${sizes.join(', ')} VMs, SandPiper as many as VMs; for 32 VMs eq (1)-(3) and the exact optimum take ${most.proposedMs > least.proposedMs ? 'longer' : 'no longer'} than for 4`,
    ...judge([
      { says: 'longer for 32 VMs than for 4', holds: most.proposedMs > least.proposedMs },
      { says: 'within 60 ms, which depends on how busy our machine is', holds: null },
      { says: 'the curves themselves, of which we have no figures', holds: null },
    ]),
    implementedIn:
      'packages/model/src/estimators/delay-aware/delay-aware.ts, bench/lib/time-schemes.ts',
    why: 'How the paper minimised is not known, and computers have become faster. These are times on the wall: 32 VMs took 8 ms on two cores at a load of 3, and more than 60 ms in a run at a load of 40. npm run bench -- solver prints both curves up to 64 VMs.',
  }
}

const finer = [0.025, 0.01, 0.005]
/** With targets for half of them. */
const hostOfEight = drawnHost(8, 1)
const REPETITIONS = 5

/** What eq (7) comes to in such steps under the targets, and the least time that it took. */
async function inStepsOf(stepShare: number): Promise<{ total: number; seconds: number }> {
  const times: number[] = []
  for (;;) {
    const { proof } = await optimiseWeights({ ...hostOfEight, stepShare, mode: 'keep-targets' })
    times.push(proof.solveSeconds)
    if (times.length === REPETITIONS) {
      return { total: proof.gridValue!, seconds: Math.min(...times) }
    }
  }
}

async function finerSteps(): Promise<ReproductionRow> {
  const coarse = await inStepsOf(step)
  const steps = []
  for (const stepShare of finer) steps.push({ stepShare, ...(await inStepsOf(stepShare)) })
  const finest = steps.at(-1)!
  return {
    where: 'claim: finer steps than 0.05 cost more overhead',
    published: 'stated; no figures',
    ours: `exact optimum of eq (7) under targets for 8 VMs, total delay in steps of ${step}: ${ms(coarse.total)}; of ${steps.map(({ stepShare, total }) => `${stepShare}: ${ms(total)}`).join(', ')}; the finest take ${finest.seconds > 10 * coarse.seconds ? 'more than ten times' : 'at most ten times'} as long as the coarsest`,
    ...judge([
      { says: 'longer in the finest steps', holds: finest.seconds > coarse.seconds },
      { says: 'by how much in the paper, of which we have no figures', holds: null },
    ]),
    implementedIn: 'packages/solver/src/milp/optimise-on-grid.ts',
    why: 'At a load of 3 it took 0.4 ms and 93 ms on two cores; for 16 VMs, whose targets no weights in steps of 0.05 keep, 2.3 s in the finest. What finer steps gain is an eighth of the total delay, most of it from the first halving. The loop has no steps where somebody can pay, since its closed form divides shares as they are.',
  }
}

async function mostVms(): Promise<ReproductionRow> {
  const most = sizes.at(-1)!
  const { warnings } = await optimiseWeights(drawnHost(most, 1))
  const adjusted = warnings.find((warning) => warning.code === 'step-adjusted')
  return {
    where: 'claim: at most 32 VMs, in steps of 0.05',
    published: 'section 4.4',
    ours: `${most} VMs of at least ${step} each need ${most * step} of 1; the free shares are divided in ${adjusted?.steps} steps of ${adjusted?.stepShare.toFixed(4)} instead`,
    ...judge([{ says: `${most} steps of ${step} fit`, holds: most * step <= 1 }]),
    implementedIn: 'packages/solver/src/problem/grid-steps.ts',
    why: 'E0.10, E0.13: shares add up to 1, and 32 is a limit of xenmon, not of Xen.',
  }
}

function limits(): ReproductionRow {
  return {
    where: 'limits: web servers alone; memory, network and real-time are future work',
    published: 'section 5',
    ours: 'CPU and Domain-0’s part of the network; real-time as in papers 1 and 3',
    ...notApplicable('future work'),
    implementedIn: 'packages/simulator/src/twin-of-host/domain0-cost.ts',
    why: 'Disk and memory are still not modelled.',
  }
}
