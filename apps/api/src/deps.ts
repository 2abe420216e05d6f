import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Files } from './files/files.ts'
import type { Logger } from './logger.ts'
import type { JobQueue } from './queue/job-queue.ts'
import type { Listener } from './queue/listener.ts'

/** What use cases and job handlers need from the process they run in. */
export interface Deps {
  /** Names this process among all of its kind, on whatever machine they run. */
  instance: string
  config: Config
  db: Db
  files: Files
  queue: JobQueue
  listener: Listener
  log: Logger
}
