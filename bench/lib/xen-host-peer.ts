import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TwinConfig } from '@steelyard/simulator'
import { describeXenHost } from './describe-xen-host.ts'
import { compilePeer } from './run-peer.ts'

export interface JudgeOptions {
  seed: number
  /** Simulated time with arrivals, warm-up included. */
  seconds: number
  /** Requests that arrive earlier are not counted. Default 0. */
  warmupSeconds?: number
  /** How long after that the counted requests are followed. Default 0. */
  drainSeconds?: number
}

export interface JudgedTime {
  meanSeconds: number
  /** Half-width of the 95 % confidence interval of the mean, by batch means. */
  halfWidthSeconds: number
  p50Seconds: number
  p90Seconds: number
  p95Seconds: number
  p99Seconds: number
}

export interface JudgedDomain {
  name: string
  /** Fraction of one pCPU. */
  cpuShare: number
  dispatchesPerSecond: number
  wakesPerSecond: number
  preemptionsPerSecond: number
  runMeanSeconds: number
  wakeToRunMeanSeconds: number
  preemptedMeanSeconds: number
  requests?: {
    count: number
    unanswered: number
    /** What the client sees; null when nothing was answered. */
    client: JudgedTime | null
    /** From the service's first run to its end, as Apache's %D. */
    logged: JudgedTime | null
  }
}

export interface Judgement {
  /** CPU time of the run. */
  cpuSeconds: number
  domains: JudgedDomain[]
}

let binary: string | undefined

/**
 * Compiles `bench/peers/xen-host.cpp`, once per process, into a temporary directory.
 * @throws Error when there is no C++ compiler: a judgement without its judge would be none
 */
function compiled(): string {
  if (binary) return binary
  const directory = mkdtempSync(path.join(tmpdir(), 'steelyard-judge-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const source = path.join(import.meta.dirname, '../peers/xen-host.cpp')
  const target = path.join(directory, 'xen-host')
  compilePeer('The independent simulator (bench/peers/xen-host.cpp)', source, target)
  binary = target
  return target
}

/**
 * Plays a host with the independent simulator in C++, which shares no code with the twin and takes the
 * same description of the host, down to the legs of a request's way.
 * @throws Error without g++, and for features it lacks: RTDS, affinity, changing weights
 */
export function judge(host: TwinConfig, options: JudgeOptions): Judgement {
  const { seed, seconds, warmupSeconds = 0, drainSeconds = 0 } = options
  const args = ['--seed', seed, '--seconds', seconds, '--warmup', warmupSeconds]
  const run = spawnSync(compiled(), [...args, '--drain', drainSeconds].map(String), {
    encoding: 'utf8',
    input: describeXenHost(host, seed),
    maxBuffer: 1 << 26,
  })
  if (run.status === 0) return JSON.parse(run.stdout)
  throw new Error(`xen-host failed: ${run.error?.message ?? run.stderr.trim()}`)
}
