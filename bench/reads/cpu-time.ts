import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts CPU time in these, whatever its own tick is. */
const TICKS_PER_SECOND = 100

/** CPU seconds of a process so far, of all its threads (Linux). */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** CPU seconds of all processes that a process has started and that are alive. */
export function cpuSecondsOfChildren(parent: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const isChild = (pid: number) => Number(safely(() => statOf(pid)[1])) === parent
  return pids
    .map(Number)
    .filter(isChild)
    .reduce((sum, pid) => sum + (safely(() => cpuSecondsOf(pid)) ?? 0), 0)
}

/** The fields of /proc/PID/stat from the third on: the second, a name, may contain blanks. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Undefined for a process that has just ended. */
function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
