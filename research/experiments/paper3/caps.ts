import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import { PASSWORD } from '../../../scripts/lib/product/product-client.ts'
import { compileStatically } from '../../recordings/compile-statically.ts'
import { applyVerified } from '../apply-verified.ts'
import { readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import type { Experiment } from '../experiment.ts'
import { type Laboratory, openLaboratory } from '../laboratory.ts'
import { advise } from './advise.ts'
import type { CapsResult, PlayedWay } from './caps-result.ts'
import { labHost, PROGRAM } from './lab-host.ts'
import { calibrate, installTask, OTHERS, playTask, REAL_TIME, TASK } from './play-task.ts'
import { ALLOWANCE_PERCENT, advisedCaps } from './policies.ts'
import { shareOfOthers } from './share-of-others.ts'
import { showCaps } from './show-caps.ts'

const TASKS = 1
/** Five minutes; it takes the product one to see a task and to plan, apply and verify the caps. */
const JOBS = 3000
/** Six quiet samples in a row give the caps back. Under emulation each takes seconds of its CPU. */
const SAMPLE_SECONDS = 20
const PAUSE_SECONDS = 270
const HOUR_MS = 3600 * 1000

/**
 * In virtual time a busy host lives six times more slowly than the product that samples it, so that
 * samples would follow each other within two of its seconds, and take half of its CPU.
 */
const CLOCK = 'wall'

const ENV = { STEELYARD_SAMPLE_SECONDS: String(SAMPLE_SECONDS) }

/** How each way begins. They are played in this order, on one host. */
const WAYS: Record<PlayedWay['name'], (laboratory: Laboratory) => Promise<void>> = {
  none: async () => {},
  following: follow,
  fixed: fix,
}

/** Tasks that come and go, while the others have no caps, caps that follow, and caps that stay. */
export const caps: Experiment = async ({ scale, log, keep }) => {
  const jobs = Math.max(1, Math.round(JOBS * scale))
  const times = { pauseSeconds: PAUSE_SECONDS, sampleSeconds: SAMPLE_SECONDS }
  const result: CapsResult = { jobs, ...times, ways: [] }
  log('Booting a Xen host and the product')
  const laboratory = await openLaboratory(
    { ...labHost(1), clock: CLOCK },
    { logs: false, env: ENV },
  )
  try {
    const { host } = laboratory
    await installTask(host, compileStatically(PROGRAM))
    const rounds = await calibrate(host)
    for (const [name, begin] of Object.entries(WAYS)) {
      log(`Playing with caps: ${name}`)
      await begin(laboratory)
      const played = await playTasks(laboratory, { jobs, rounds })
      result.ways.push({ name: name as PlayedWay['name'], ...played })
      keep(result)
    }
    return showCaps(result)
  } finally {
    await laboratory.stop()
  }
}

/** As an operator lets the caps follow: settings, and a grant with the password. */
async function follow({ product, hostId }: Laboratory): Promise<void> {
  const params = { id: hostId }
  const others = OTHERS.map(({ name }) => ({
    name,
    weight: 256,
    leastCapPercent: 1,
    highestCapPercent: null,
  }))
  await product.call(contract.setCapsMonitor, {
    params,
    body: {
      mode: 'automatic',
      pCpus: 1,
      realTime: [{ name: REAL_TIME.name, ...TASK }],
      others,
      share: 'equal',
      allowancePercent: ALLOWANCE_PERCENT,
    },
  })
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
  await product.call(contract.giveCapsGrant, { params, body: { password: PASSWORD, expiresAt } })
}

/** The monitor goes, and the same caps are applied for good. */
async function fix(laboratory: Laboratory): Promise<void> {
  const { product, hostId } = laboratory
  await product.call(contract.removeCapsMonitor, { params: { id: hostId } })
  const values = advisedCaps(await advise(laboratory, ALLOWANCE_PERCENT))
  await applyVerified(laboratory, await product.plan({ hostId, ...values }))
}

async function playTasks(
  { host }: Laboratory,
  task: { jobs: number; rounds: number },
): Promise<Omit<PlayedWay, 'name'>> {
  const played: Omit<PlayedWay, 'name'> = {
    tasks: [],
    othersShare: { atWork: [], inPauses: [] },
    caps: { atWork: [], inPauses: [] },
  }
  const usage = async () => readCpuUsage(await host.run(SHOW_CPU_USAGE))
  const capsOfOthers = async () => {
    const domains = await host.domains()
    return OTHERS.map(({ name }) => domains.find((each) => each.name === name)!.cap)
  }
  // Anew each time, because a hog ends by itself after ten minutes.
  const keepOthersBusy = async () => {
    for (const { number } of OTHERS) await host.runInGuest(number, 'hog on')
  }
  for (let number = 0; number < TASKS; number++) {
    await keepOthersBusy()
    const begin = await usage()
    played.tasks.push(await playTask(host, task))
    const done = await usage()
    played.caps.atWork.push(await capsOfOthers())
    await keepOthersBusy()
    await sleep(1000 * PAUSE_SECONDS)
    played.othersShare.atWork.push(shareOfOthers(begin, done))
    played.othersShare.inPauses.push(shareOfOthers(done, await usage()))
    played.caps.inPauses.push(await capsOfOthers())
  }
  return played
}
