import { percentile95 } from '@steelyard/model'
import { mean } from 'simple-statistics'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import { compileStatically } from '../../recordings/compile-statically.ts'
import { LAB_FOLDER, sendFile } from '../../recordings/lab-host.ts'
import { type ClientRequest, requestsSentTo } from '../client-requests.ts'
import { cpuShare, readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import type { PlayedInterval } from '../intervals.ts'
import { measureInterval } from '../measure-interval.ts'
import { measurePace } from '../measure-pace.ts'
import { intervalsOf } from '../observe-intervals.ts'
import { PROGRAM } from '../paper3/lab-host.ts'
import { loggedTimesOf } from '../pick-ups.ts'
import { type PlayedLoad, playLoad, secondsOf } from '../play-load.ts'
import type { Cell } from './cells.ts'
import { BUSY, domain0Load } from './domain0-load.ts'
import type { Domain0Result, PlayedCell, PlayedGuest } from './domain0-result.ts'

const TASK = `${LAB_FOLDER}/deadline-task`
const WINDOW_SECONDS = 5
/** The task begins before the load and must not end before it. */
const SPARE_SECONDS = 60

/** Sets the guests' weights on a host that has just booted, and plays the load. */
export async function playCell(
  host: XenHost,
  cell: Cell,
  wish: Pick<Domain0Result, 'scale' | 'seed'>,
): Promise<PlayedCell> {
  const load = domain0Load(cell, wish)
  for (const { name } of load.guests) {
    await host.run(`${host.schedCommand} -d ${name} -w ${cell.weight}`)
  }
  await measurePace(host, load) // so that Apache has all its processes
  if (cell.domain0 === 'busy') await keepBusy(host, secondsOf(load) + SPARE_SECONDS)
  if (cell.oneComputes) await host.runInGuest(1, 'hog on')
  const played = await playLoad(host, load, `${SHOW_CPU_USAGE}; echo --`)
  const guests: PlayedGuest[] = []
  for (const [index, { name }] of load.guests.entries()) {
    if (load.phases[0]!.requestsPerSecond[name] === 0) continue
    const logged = await loggedTimesOf(host, index + 1)
    guests.push(measuredOf(name, { played, interval: intervalsOf(played, load)[0]!, logged }))
  }
  return { ...cell, cpuShares: sharesOf(played, load), guests }
}

/** Lets Domain-0 compute by itself, beside what it does for the guests. */
async function keepBusy(host: XenHost, seconds: number): Promise<void> {
  await sendFile(host, TASK, compileStatically(PROGRAM))
  const rounds = (await host.run(`chmod 755 ${TASK} && ${TASK} calibrate`)).trim()
  const { periodMs, executionMs } = BUSY
  const jobs = Math.ceil((1000 * seconds) / periodMs)
  const task = `${TASK} ${periodMs} ${executionMs} ${jobs} ${rounds}`
  await host.run(`setsid ${task} </dev/null >/dev/null 2>&1 &`)
}

function sharesOf({ said }: PlayedLoad, { guests }: PlannedLoad): Record<string, number> {
  const [before, after] = said.split('--\n')
  const from = readCpuUsage(before!)
  const to = readCpuUsage(after!)
  const names = ['Domain-0', ...guests.map(({ name }) => name)]
  return Object.fromEntries(names.map((name) => [name, cpuShare(name, from, to)]))
}

interface Evidence {
  played: PlayedLoad
  interval: PlayedInterval
  /** Since the guest began; the load's are the last. */
  logged: readonly number[]
}

function measuredOf(name: string, { played, interval, logged }: Evidence): PlayedGuest {
  const sent = requestsSentTo(played, name)
  const ofLoad = logged.slice(-sent.length)
  return {
    name,
    clients: measureInterval(sent, interval, WINDOW_SECONDS)!,
    network: measureInterval(sent.map(sincePlanned), interval, WINDOW_SECONDS)!,
    logs: { meanMs: 1000 * mean(ofLoad), p95Ms: 1000 * percentile95(ofLoad)! },
  }
}

function sincePlanned({ startEpochSeconds, lateSeconds, seconds }: ClientRequest): ClientRequest {
  return {
    startEpochSeconds: startEpochSeconds - lateSeconds,
    lateSeconds,
    seconds: seconds === null ? null : seconds + lateSeconds,
  }
}
