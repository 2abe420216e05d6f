import { sum } from 'simple-statistics'
import { type CpuUsage, cpuShare } from '../cpu-usage.ts'
import { OTHERS } from './play-task.ts'

/** CPU seconds per second of the domains without deadlines, together. */
export function shareOfOthers(from: CpuUsage, to: CpuUsage): number {
  return sum(OTHERS.map(({ name }) => cpuShare(name, from, to)))
}
