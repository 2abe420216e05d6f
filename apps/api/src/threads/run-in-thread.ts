import { Worker } from 'node:worker_threads'

/** A function of a module, called with plain data; it returns plain data too. */
export interface Work<Question, Said> {
  module: URL
  name: string
  question: Question
  /** The class of errors that the function throws on purpose. */
  knownError: string
  /** Makes such an error again, of what it said in the thread. */
  revive: (said: Said) => Error
}

/** Runs a function in a thread of its own, which leaves the event loop to others. */
export function runInThread<Answer, Question, Said>({
  revive,
  module,
  ...work
}: Work<Question, Said>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Without the loaders of the process: the thread registers its own.
    const worker = new Worker(new URL('./thread.mjs', import.meta.url), {
      workerData: { ...work, module: module.href },
      execArgv: [],
    })
    worker.once('message', ({ answer, error }: { answer: Answer } & { error?: Said }) =>
      error ? reject(revive(error)) : resolve(answer),
    )
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The thread of ${work.name} has ended.`)))
  })
}
