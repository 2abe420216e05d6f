import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TwinConfig } from '@steelyard/simulator'
import { describeXenHost } from './describe-xen-host.ts'
import { compilePeer } from './run-peer.ts'

interface JudgeOptions {
  seed: number
  /** Simulated time with arrivals, including the warm-up. */
  seconds: number
  /** Requests that arrive before this time are not counted. Default 0. */
  warmupSeconds?: number
  /** How long the counted requests are followed after that. Default 0. */
  drainSeconds?: number
}

interface JudgedTime {
  meanSeconds: number
  /** Half-width of the 95 % confidence interval of the mean, by batch means. */
  halfWidthSeconds: number
  p50Seconds: number
  p90Seconds: number
  p95Seconds: number
  p99Seconds: number
}

interface JudgedDomain {
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
    /** Response times at the client. Null when no request was answered. */
    client: JudgedTime | null
    /** From the first run of the service to its end, like Apache's %D. */
    logged: JudgedTime | null
  }
}

export interface Judgement {
  /** CPU time of the simulation itself. */
  cpuSeconds: number
  domains: JudgedDomain[]
}

let binary: string | undefined

/**
 * Compiles `bench/peers/xen-host.cpp` into a temporary directory, once per process.
 * @throws Error without a C++ compiler: nothing else may replace the independent simulator
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
 * Simulates a host with the independent simulator in C++. It shares no code with the twin and takes
 * the same description of the host, down to the legs of a request's path.
 * @throws Error without g++, and for features it lacks: RTDS, affinity, changing weights
 */
export function judge(host: TwinConfig, options: JudgeOptions): Judgement {
  return play(host, options)
}

/** What an operator could have recorded, without the warm-up. */
export interface RecordedRun {
  domains: string[]
  /** CPU seconds of each domain in each second. */
  cpuSeconds: number[][]
  /** In the order in which they ended, which is the order of a log. Times from the warm-up on. */
  requests: { domain: string; beganSeconds: number; seconds: number }[]
  judgement: Judgement
}

/**
 * The same simulation, with what an operator would see of it.
 * @throws Error as `judge`
 */
export function recordHost(host: TwinConfig, options: JudgeOptions): RecordedRun {
  const directory = mkdtempSync(path.join(tmpdir(), 'steelyard-recorded-'))
  try {
    const file = path.join(directory, 'recorded.txt')
    const judgement = play(host, options, ['--record', file])
    const lines = readFileSync(file, 'utf8').split('\n')
    const rows = lines.map((line) => line.split(' '))
    return {
      judgement,
      domains: judgement.domains.map(({ name }) => name),
      cpuSeconds: rows.flatMap(([word, ...used]) => (word === 'cpu' ? [used.map(Number)] : [])),
      requests: rows.flatMap(([word, domain, began, seconds]) =>
        word === 'request'
          ? [{ domain: domain!, beganSeconds: Number(began), seconds: Number(seconds) }]
          : [],
      ),
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function play(host: TwinConfig, options: JudgeOptions, more: readonly string[] = []): Judgement {
  const { seed, seconds, warmupSeconds = 0, drainSeconds = 0 } = options
  const args = ['--seed', seed, '--seconds', seconds, '--warmup', warmupSeconds]
  const run = spawnSync(compiled(), [...args, '--drain', drainSeconds, ...more].map(String), {
    encoding: 'utf8',
    input: describeXenHost(host, seed),
    maxBuffer: 1 << 26,
  })
  if (run.status === 0) return JSON.parse(run.stdout)
  throw new Error(`xen-host failed: ${run.error?.message ?? run.stderr.trim()}`)
}
