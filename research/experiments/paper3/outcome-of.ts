import { sum } from 'simple-statistics'
import type { PlayedPolicy } from './paper3-result.ts'

/** One policy over all its tasks. */
export interface Outcome {
  tasks: number
  jobs: number
  /** Tasks that missed nothing. */
  free: number
  missedPart: number
  /** Hashes done in time over hashes wanted. */
  doneWithin: number
}

export function outcomeOf({ tasks }: Pick<PlayedPolicy, 'tasks'>): Outcome {
  const jobs = sum(tasks.map((task) => task.jobs))
  return {
    tasks: tasks.length,
    jobs,
    free: tasks.filter(({ missed }) => missed === 0).length,
    missedPart: sum(tasks.map(({ missed }) => missed)) / jobs,
    doneWithin: sum(tasks.map(({ done }) => done)) / tasks.length,
  }
}
