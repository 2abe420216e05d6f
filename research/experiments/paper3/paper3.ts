import { compileStatically } from '../../recordings/compile-statically.ts'
import { applyVerified } from '../apply-verified.ts'
import { cpuShare, readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import type { Experiment } from '../experiment.ts'
import { type Laboratory, openLaboratory } from '../laboratory.ts'
import { advise } from './advise.ts'
import { labHost, PROGRAM } from './lab-host.ts'
import type { Paper3Result, PlayedPolicy } from './paper3-result.ts'
import { calibrate, installTask, OTHERS, playTask, REAL_TIME } from './play-task.ts'
import {
  type Advice,
  ALLOWANCE_PERCENT,
  cappedPolicies,
  type Policy,
  rtdsPolicy,
  UNCAPPED,
} from './policies.ts'
import { shareOfOthers } from './share-of-others.ts'
import { showPaper3 } from './show-paper3.ts'

const TASKS = 4
const JOBS = 50

/** Figures 2 and 3 on one pCPU of a real host, under each policy in turn. */
export const paper3: Experiment = async ({ scale, log, keep }) => {
  const jobs = Math.max(1, Math.round(JOBS * scale))
  const result: Paper3Result = { jobs, policies: [] }
  for (const { pCpus, allowancePercent, policiesFor } of ROUNDS) {
    log(`Booting a Xen host with ${pCpus} pCPUs, and the product`)
    const laboratory = await openLaboratory(labHost(pCpus), { logs: false })
    try {
      const { host } = laboratory
      await installTask(host, compileStatically(PROGRAM))
      const rounds = await calibrate(host)
      for (const { number } of OTHERS) await host.runInGuest(number, 'hog on')
      for (const policy of policiesFor(await advise(laboratory, allowancePercent))) {
        log(`Playing ${TASKS} tasks under ${policy.name}, a hash of ${rounds} rounds`)
        result.policies.push(await playPolicy(laboratory, policy, { jobs, rounds }))
        keep(result)
      }
    } finally {
      await laboratory.stop()
    }
  }
  return showPaper3(result)
}

/** A host, how far the product allows for turns, and what is applied of its advice. */
interface Round {
  pCpus: number
  allowancePercent: number
  policiesFor: (advice: Advice) => Policy[]
}

/**
 * Under credit they share the only pCPU, also with Domain-0. RTDS is in a cpupool of its own, for
 * which there has to be a second one; a plan makes the pool, so each reservation has its own host.
 */
const ROUNDS: Round[] = [
  {
    pCpus: 1,
    allowancePercent: 0,
    policiesFor: (advice) => [...UNCAPPED, ...cappedPolicies(advice)],
  },
  {
    pCpus: 1,
    allowancePercent: ALLOWANCE_PERCENT,
    policiesFor: (advice) => cappedPolicies(advice, '-allowing'),
  },
  { pCpus: 2, allowancePercent: 0, policiesFor: (advice) => [rtdsPolicy('rtds', advice)] },
  {
    pCpus: 2,
    allowancePercent: ALLOWANCE_PERCENT,
    policiesFor: (advice) => [rtdsPolicy('rtds-allowing', advice)],
  },
]

async function playPolicy(
  laboratory: Laboratory,
  { name, values }: Policy,
  task: { jobs: number; rounds: number },
): Promise<PlayedPolicy> {
  const { host, product, hostId } = laboratory
  if (values) await applyVerified(laboratory, await product.plan({ hostId, ...values }))
  const before = readCpuUsage(await host.run(SHOW_CPU_USAGE))
  const tasks = []
  for (let number = 0; number < TASKS; number++) tasks.push(await playTask(host, task))
  const after = readCpuUsage(await host.run(SHOW_CPU_USAGE))
  const ownShare = cpuShare(REAL_TIME.name, before, after)
  return { name, tasks, ownShare, othersShare: shareOfOthers(before, after) }
}
