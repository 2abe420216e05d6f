import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { cpuSecondsOf, cpuSecondsOfChildren } from '../reads/cpu-time.ts'

interface Processes {
  agents: number[]
  worker: number
  doubles: number
  /** The other processes of PostgreSQL are its children. */
  postmaster: number
}

/** What was used until a moment. */
interface Usage {
  atSeconds: number
  cpuSeconds: { agents: number; worker: number; postgres: number; doubles: number; all: number }
  /** Windows of 10 s that were written: inserted, or corrected. */
  inserted: number
  corrected: number
  residentBytes: { agents: number[]; worker: number }
}

export async function readUsage(
  client: pg.Client,
  { agents, worker, doubles, postmaster }: Processes,
): Promise<Usage> {
  const { rows } = await client.query<{ inserted: number; corrected: number }>(
    `select sum(n_tup_ins)::int as "inserted", sum(n_tup_upd)::int as "corrected"
       from pg_stat_user_tables where relname like 'WatchWindow_10s%'`,
  )
  return {
    atSeconds: performance.now() / 1000,
    cpuSeconds: {
      agents: agents.reduce((sum, agent) => sum + cpuSecondsOf(agent), 0),
      worker: cpuSecondsOf(worker),
      postgres: cpuSecondsOfChildren(postmaster),
      doubles: cpuSecondsOf(doubles),
      all: cpuSecondsOfAll(),
    },
    ...rows[0]!,
    residentBytes: { agents: agents.map(residentBytesOf), worker: residentBytesOf(worker) },
  }
}

/** What was used from one moment to the next, in each second. */
export function perSecond(before: Usage, after: Usage) {
  const seconds = after.atSeconds - before.atSeconds
  const cpu = (name: keyof Usage['cpuSeconds']) =>
    (after.cpuSeconds[name] - before.cpuSeconds[name]) / seconds
  const [agents, worker] = [cpu('agents'), cpu('worker')]
  const [postgres, doubles] = [cpu('postgres'), cpu('doubles')]
  return {
    seconds: Math.round(seconds),
    cores: {
      agents,
      worker,
      postgres,
      doubles,
      others: cpu('all') - agents - worker - postgres - doubles,
    },
    rowsPerSecond: (after.inserted - before.inserted) / seconds,
    correctionsPerSecond: (after.corrected - before.corrected) / seconds,
  }
}

/** CPU seconds of this machine so far: all but idle time and waiting for disks. */
function cpuSecondsOfAll(): number {
  const [user, nice, system, , , irq, softIrq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user! + nice! + system! + irq! + softIrq!) / 100
}

function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)![1])
}
