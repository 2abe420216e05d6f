import path from 'node:path'
import * as contract from '@steelyard/contract'
import { compileStatically } from '../../recordings/compile-statically.ts'
import { applyVerified } from '../apply-verified.ts'
import { cpuShare, readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import type { Experiment } from '../experiment.ts'
import { CREDIT, type Laboratory, openLaboratory } from '../laboratory.ts'
import type { Paper3Result, PlayedPolicy } from './paper3-result.ts'
import { calibrate, installTask, OTHERS, playTask, REAL_TIME, TASK } from './play-task.ts'
import { type Advice, type Policy, pinned, policiesFor, REAL_TIME_WEIGHT } from './policies.ts'
import { showPaper3 } from './show-paper3.ts'

const PROGRAM = path.join(import.meta.dirname, 'deadline-task.c')
const TASKS = 4
const JOBS = 50

/** Figures 2 and 3 on one pCPU of a real host, under each policy in turn. */
export const paper3: Experiment = async ({ scale, log, keep }) => {
  const jobs = Math.max(1, Math.round(JOBS * scale))
  log('Booting a Xen host and the product')
  const laboratory = await openLaboratory(
    {
      scheduler: CREDIT,
      pCpus: 2,
      guests: [REAL_TIME, ...OTHERS].map(({ name }) => ({ name, rounds: 1 })),
      client: 'domain-0',
      experiment: `sched_credit_rt_weight=${REAL_TIME_WEIGHT}`,
    },
    { logs: false },
  )
  try {
    const { host } = laboratory
    await apply(laboratory, pinned())
    await installTask(host, compileStatically(PROGRAM))
    const rounds = await calibrate(host)
    const result: Paper3Result = { jobs, rounds, policies: [] }
    for (const { number } of OTHERS) await host.runInGuest(number, 'hog on')
    for (const policy of policiesFor(await advise(laboratory))) {
      log(`Playing ${TASKS} tasks under ${policy.name}`)
      result.policies.push(await playPolicy(laboratory, policy, { jobs, rounds }))
      keep(result)
    }
    return showPaper3(result)
  } finally {
    await laboratory.stop()
  }
}

async function playPolicy(
  laboratory: Laboratory,
  { name, plans }: Policy,
  task: { jobs: number; rounds: number },
): Promise<PlayedPolicy> {
  for (const values of plans) await apply(laboratory, values)
  const { host } = laboratory
  const before = readCpuUsage(await host.run(SHOW_CPU_USAGE))
  const tasks = []
  for (let number = 0; number < TASKS; number++) tasks.push(await playTask(host, task))
  const after = readCpuUsage(await host.run(SHOW_CPU_USAGE))
  const othersShare = OTHERS.reduce((sum, { name }) => sum + cpuShare(name, before, after), 0)
  return { name, tasks, othersShare }
}

async function apply(
  laboratory: Laboratory,
  values: Omit<contract.WantedValues, 'hostId'>,
): Promise<void> {
  const { product, hostId } = laboratory
  await applyVerified(laboratory, await product.plan({ hostId, ...values }))
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
