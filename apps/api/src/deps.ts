import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { JobListener } from './jobs/job-listener.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Logger } from './logger.ts'

/** What use cases and job handlers need from the process they run in. */
export interface Deps {
  config: Config
  db: Db
  queue: JobQueue
  jobListener: JobListener
  log: Logger
}
