import type { Worker } from 'node:worker_threads'
import type { TwinConfig, TwinOptions } from '../config/twin-config.ts'
import { TwinError, type TwinErrorCode } from '../config/twin-error.ts'
import type { PlayedTimes } from '../results/played-times.ts'
import type { TwinResult } from '../results/twin-result.ts'

/** Questions that `twin-worker.mjs` accepts, with their answers. */
interface Questions {
  /** One run, with progress reports. */
  play: { question: { config: TwinConfig; options: TwinOptions }; answer: TwinResult }
  /** Sets the host of the following runs, so that it need not be sent again with each of them. */
  host: {
    question: { config: TwinConfig; options: Omit<TwinOptions, 'seed'> }
    answer: null
  }
  /** A run of that host under other weights. */
  weights: {
    question: { weights: Readonly<Record<string, number>>; seed: number }
    answer: PlayedTimes[]
  }
}

type Answer =
  | { kind: 'progress'; fraction: number }
  | { kind: 'answer'; answer: unknown }
  | {
      kind: 'error'
      error: Pick<TwinError, 'message' | 'details'> & { name: string; code?: TwinErrorCode }
    }

/** Settles on the first of an answer, an error, or the end of the thread. */
export function askThread<Kind extends keyof Questions>(
  worker: Worker,
  kind: Kind,
  question: Questions[Kind]['question'],
  onProgress?: (fraction: number) => void,
): Promise<Questions[Kind]['answer']> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: Answer) => {
      if (message.kind === 'progress') onProgress?.(message.fraction)
      else if (message.kind === 'error') settle(() => reject(revive(message.error)))
      else settle(() => resolve(message.answer as Questions[Kind]['answer']))
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () =>
      settle(() => reject(new TwinError('stopped', 'The thread of the run has ended.')))
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage({ kind, ...question })
  })
}

function revive(error: Extract<Answer, { kind: 'error' }>['error']): Error {
  return error.code
    ? new TwinError(error.code, error.message, error.details)
    : new Error(error.message)
}
