import path from 'node:path'
import * as contract from '@steelyard/contract'
import { compileStatically } from '../../recordings/compile-statically.ts'
import { applyVerified } from '../apply-verified.ts'
import { cpuShare, readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import type { Experiment } from '../experiment.ts'
import { CREDIT, type Laboratory, openLaboratory } from '../laboratory.ts'
import type { Paper3Result, PlayedPolicy } from './paper3-result.ts'
import { calibrate, installTask, OTHERS, playTask, REAL_TIME, TASK } from './play-task.ts'
import {
  type Advice,
  creditPolicies,
  type Policy,
  REAL_TIME_WEIGHT,
  rtdsPolicy,
} from './policies.ts'
import { showPaper3 } from './show-paper3.ts'

const PROGRAM = path.join(import.meta.dirname, 'deadline-task.c')
const TASKS = 4
const JOBS = 50

/** Figures 2 and 3 on one pCPU of a real host, under each policy in turn. */
export const paper3: Experiment = async ({ scale, log, keep }) => {
  const jobs = Math.max(1, Math.round(JOBS * scale))
  const result: Paper3Result = { jobs, policies: [] }
  for (const { pCpus, policiesFor } of HOSTS) {
    log(`Booting a Xen host with ${pCpus} pCPUs, and the product`)
    const laboratory = await openLaboratory(planFor(pCpus), { logs: false })
    try {
      const { host } = laboratory
      await installTask(host, compileStatically(PROGRAM))
      const rounds = await calibrate(host)
      for (const { number } of OTHERS) await host.runInGuest(number, 'hog on')
      for (const policy of policiesFor(await advise(laboratory))) {
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

/**
 * Under credit they share the only pCPU, also with Domain-0. RTDS is in a cpupool of its own, for
 * which there has to be a second one.
 */
const HOSTS: { pCpus: number; policiesFor: (advice: Advice) => Policy[] }[] = [
  { pCpus: 1, policiesFor: creditPolicies },
  { pCpus: 2, policiesFor: (advice) => [rtdsPolicy(advice)] },
]

function planFor(pCpus: number) {
  return {
    scheduler: CREDIT,
    pCpus,
    guests: [REAL_TIME, ...OTHERS].map(({ name }) => ({ name, rounds: 1 })),
    client: 'domain-0' as const,
    experiment: `sched_credit_rt_weight=${REAL_TIME_WEIGHT}`,
  }
}

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
  const othersShare = OTHERS.reduce((sum, { name }) => sum + cpuShare(name, before, after), 0)
  return { name, tasks, ownShare, othersShare }
}

/** Asks the product what such a task leaves of one pCPU, and how RTDS would serve it. */
async function advise({ product }: Laboratory): Promise<Advice> {
  const others = OTHERS.map(({ name }) => ({ name, weight: 256 }))
  const realTime = [{ name: REAL_TIME.name, ...TASK }]
  const body = { pCpus: 1, realTime, others, share: 'equal' as const }
  const { caps, reservations } = await product.call(contract.assessRealTime, { body })
  const [{ periodUs, budgetUs }] = reservations as [contract.RealTimeAssessment['reservations'][0]]
  return {
    capPercent: Object.fromEntries(caps!.map(({ domain, capPercent }) => [domain, capPercent])),
    reservation: { periodMs: periodUs / 1000, budgetMs: budgetUs / 1000 },
  }
}
