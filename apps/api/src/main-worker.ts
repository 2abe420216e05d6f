import { startJobRunner } from './jobs/job-runner.ts'
import { jobRegistrations } from './jobs/registry.ts'
import { runProcess } from './process.ts'

await runProcess('worker', (deps) => startJobRunner(deps, 'worker', jobRegistrations))
