import { startAgentChores } from './agent-chores.ts'
import { jobRegistrations } from './job-registry.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { runProcess } from './process.ts'

/**
 * Jobs on different hosts wait mostly for the network; a host's own lock keeps its jobs apart. As many
 * places again are for urgent jobs.
 */
const CONCURRENCY = 4

await runProcess('agent', async (deps) => {
  const runner = await startJobRunner(deps, 'agent', jobRegistrations, CONCURRENCY)
  const chores = startAgentChores(deps)
  return {
    async stop() {
      // Both at once: applications are told to stop however long a chore still takes.
      await Promise.all([chores.stop(), runner.stop()])
    },
  }
})
