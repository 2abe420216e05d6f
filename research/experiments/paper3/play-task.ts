import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'

/** T(period, execution) of the paper, in milliseconds. */
export const TASK = { periodMs: 100, executionMs: 70 }
/** The guest with deadlines; it is the only one whose task is counted. */
export const REAL_TIME = { number: 1, name: 'vm1' }
export const OTHERS = [2, 3].map((number) => ({ number, name: `vm${number}` }))

const PROGRAM = '/tmp/deadline-task'

/** One task as its guest counted it: jobs that missed their deadlines, and by how much they did. */
export interface PlayedTask {
  jobs: number
  missed: number
  /** Hashes done over hashes wanted. */
  done: number
}

/** How many rounds of a hash take a millisecond of a free pCPU; nothing else may run meanwhile. */
export async function calibrate(host: XenHost): Promise<number> {
  return Number(await host.runInGuest(REAL_TIME.number, `${PROGRAM} calibrate`))
}

export async function installTask(host: XenHost, program: Buffer): Promise<void> {
  const install = `base64 -d >${PROGRAM} && chmod 755 ${PROGRAM}`
  await host.runInGuest(REAL_TIME.number, install, program.toString('base64'))
}

/** Plays one task of so many jobs in the real-time guest. */
export async function playTask(
  host: XenHost,
  { jobs, rounds }: { jobs: number; rounds: number },
): Promise<PlayedTask> {
  const { periodMs, executionMs } = TASK
  const command = `${PROGRAM} ${periodMs} ${executionMs} ${jobs} ${rounds}`
  return readTask(await host.runInGuest(REAL_TIME.number, command))
}

/** Reads what deadline-task.c printed. */
export function readTask(said: string): PlayedTask {
  const lines = said.trim().split('\n')
  const jobs = lines.map((line) => line.split(' ').map(Number) as [number, number, number])
  const missed = jobs.filter(([, hashes, lateUs]) => hashes < TASK.executionMs || lateUs > 0)
  return {
    jobs: jobs.length,
    missed: missed.length,
    done: jobs.reduce((sum, [, hashes]) => sum + hashes, 0) / jobs.length / TASK.executionMs,
  }
}
