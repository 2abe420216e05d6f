import { startJobRunner } from '../jobs/job-runner.ts'
import { runProcess } from '../process.ts'
import { handleHanging } from './hanging-job.ts'

/** A real worker process for the test that kills one. */
await runProcess('worker', (deps) => startJobRunner(deps, 'worker', [handleHanging(true)], 2))
