import { ApiFailure } from './api-failure.ts'
import type { ApiRecord, Database, Value } from './database.ts'
import { stampOf, taskRecord } from './pool-records.ts'

/** What a task does; it gets the signal by which it is cancelled. */
export type TaskWork = (cancelled: AbortSignal, task: string) => Promise<Value>

/** Runs calls in the background, as `Async.` does. */
export class Tasks {
  readonly #database: Database
  readonly #running = new Map<string, AbortController>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @param toXml how XAPI writes the result of a task, whatever the protocol */
  start(name: string, host: string, work: TaskWork, toXml: (value: Value) => string): string {
    const task = this.#database.add('task', taskRecord(name, host, true))
    const stop = new AbortController()
    this.#running.set(task, stop)
    void work(stop.signal, task).then(
      (value) => this.#end(task, { status: 'success', result: toXml(value) }),
      (error: unknown) => {
        const status = stop.signal.aborted ? 'cancelled' : 'failure'
        const { code, parameters } =
          error instanceof ApiFailure ? error : new ApiFailure('INTERNAL_ERROR', String(error))
        this.#end(task, { status, error_info: [code, ...parameters] })
      },
    )
    return task
  }

  cancel(task: string): void {
    this.#database.get('task', task)
    this.#running.get(task)?.abort(new ApiFailure('TASK_CANCELLED', task))
  }

  /** What becomes of tasks when the coordinator changes: nobody knows them any more. */
  forgetAll(): void {
    this.#running.clear()
    for (const [task] of this.#database.all('task')) this.#database.remove('task', task)
  }

  #end(task: string, outcome: ApiRecord): void {
    this.#running.delete(task)
    if (!this.#database.has('task', task)) return
    const values = { allowed_operations: [], finished: stampOf(new Date()), progress: 1 }
    this.#database.change('task', task, { ...values, ...outcome })
  }
}
