import { startJobRunner } from './jobs/job-runner.ts'
import { jobRegistrations } from './jobs/registry.ts'
import { runProcess } from './process.ts'

/** Jobs on different hosts wait mostly for the network; a host's own lock keeps its jobs apart. */
const CONCURRENCY = 4

await runProcess('agent', (deps) => startJobRunner(deps, 'agent', jobRegistrations, CONCURRENCY))
