import path from 'node:path'
import type { LabHost } from '../../recordings/lab-host.ts'
import { CREDIT } from '../laboratory.ts'
import { OTHERS, REAL_TIME } from './play-task.ts'
import { REAL_TIME_WEIGHT } from './policies.ts'

export const PROGRAM = path.join(import.meta.dirname, 'deadline-task.c')

/** A host with the real-time guest and the two others, and the queue order of RT-Credit in reach. */
export function labHost(pCpus: number): Omit<LabHost, 'clock'> {
  return {
    scheduler: CREDIT,
    pCpus,
    guests: [REAL_TIME, ...OTHERS].map(({ name }) => ({ name, rounds: 1 })),
    client: 'domain-0',
    experiment: `sched_credit_rt_weight=${REAL_TIME_WEIGHT}`,
  }
}
