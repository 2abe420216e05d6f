import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { checkConfig } from './check-config.ts'
import { type ReplicateOptions, seedsOf } from './replicate.ts'
import { summarise, type TwinSummary } from './summarise.ts'
import type { TwinConfig, TwinOptions } from './twin-config.ts'
import { TwinError, type TwinErrorCode } from './twin-error.ts'
import type { TwinResult } from './twin-result.ts'
import { endThread, leaveThread, takeThread } from './twin-threads.ts'

export interface RunTwinOptions extends Omit<ReplicateOptions, 'shouldStop'> {
  /** Worker threads at a time. Default: what the machine has, at most one a replication. */
  threads?: number
  /** Aborting ends the threads at once. */
  signal?: AbortSignal
  /** Each run's own result when it ends, in any order: to compare two hosts seed by seed. */
  onResult?: (result: TwinResult) => void
}

type Answer =
  | { kind: 'progress'; fraction: number }
  | { kind: 'result'; result: TwinResult }
  | {
      kind: 'error'
      error: Pick<TwinError, 'message' | 'details'> & { name: string; code?: TwinErrorCode }
    }

/**
 * Independent runs in worker threads: the same answer as `replicate`, whatever the threads, and the
 * event loop stays free.
 * @throws TwinError when the configuration cannot be played, before a thread is started
 * @throws the signal's reason when aborted
 */
export async function runTwin(
  config: TwinConfig,
  { onResult, ...options }: RunTwinOptions,
): Promise<TwinSummary> {
  const [summary] = await runTwins([config], {
    ...options,
    ...(onResult ? { onResult: (result) => onResult(result) } : {}),
  })
  return summary!
}

export interface RunTwinsOptions extends Omit<RunTwinOptions, 'onResult'> {
  /** @param index of its configuration */
  onResult?: (result: TwinResult, index: number) => void
  /** false: `onResult` alone sees the windows, and summaries have none. Many short ones weigh a lot. */
  keepWindows?: boolean
}

/**
 * Several hosts under the same seeds, one after the other in the same threads.
 * @returns in the order of the configurations
 * @throws as `runTwin` does
 */
export async function runTwins(
  configs: readonly TwinConfig[],
  options: RunTwinsOptions,
): Promise<TwinSummary[]> {
  const {
    threads = availableParallelism(),
    signal,
    onResult,
    onProgress,
    keepWindows = true,
    replications,
    ...rest
  } = options
  signal?.throwIfAborted()
  for (const config of configs) checkConfig(config, rest)
  const seeds = seedsOf(options)
  const runs = configs.flatMap((config, index) =>
    seeds.map((seed, run) => ({ config, index, seed, run })),
  )
  const done = new Float64Array(runs.length)
  const results: TwinResult[][] = configs.map(() => [])
  const waiting = [...runs.keys()]
  const work = async () => {
    const worker = takeThread()
    const end = () => void endThread(worker)
    signal?.addEventListener('abort', end)
    try {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        const place = at
        const { config, index, seed, run } = runs[place]!
        const result = await ask(worker, config, { ...rest, seed }, (fraction) => {
          done[place] = fraction
          onProgress?.(done.reduce((sum, value) => sum + value, 0) / runs.length)
        })
        results[index]![run] = keepWindows ? result : { ...result, windows: [] }
        onResult?.(result, index)
      }
      leaveThread(worker)
    } catch (error) {
      await endThread(worker)
      throw error
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }
  const count = Math.max(1, Math.min(threads, runs.length))
  const settled = await Promise.allSettled(Array.from({ length: count }, work))
  signal?.throwIfAborted()
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
  return results.map(summarise)
}

/** Settles on the first of a result, an error, or the end of the thread. */
function ask(
  worker: Worker,
  config: TwinConfig,
  options: TwinOptions,
  onProgress: (fraction: number) => void,
): Promise<TwinResult> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: Answer) => {
      if (answer.kind === 'progress') onProgress(answer.fraction)
      else if (answer.kind === 'result') settle(() => resolve(answer.result))
      else settle(() => reject(revive(answer.error)))
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () =>
      settle(() => reject(new TwinError('stopped', 'The thread of the run has ended.')))
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage({ config, options })
  })
}

function revive(error: Extract<Answer, { kind: 'error' }>['error']): Error {
  return error.code
    ? new TwinError(error.code, error.message, error.details)
    : new Error(error.message)
}
