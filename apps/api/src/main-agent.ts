import { startAgentChores } from './agent-chores.ts'
import { agentJobs } from './agent-jobs.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { runProcess } from './process.ts'

/**
 * Jobs on different hosts mostly wait for the network, and a lock per host keeps its jobs apart.
 * The queue for urgent jobs has the same concurrency again.
 */
const CONCURRENCY = 4

await runProcess('agent', async (deps) => {
  const runner = await startJobRunner(deps, 'agent', agentJobs, CONCURRENCY)
  const chores = startAgentChores(deps)
  return {
    async stop() {
      // Both stop at once, so that applications are asked to stop however long a chore still takes.
      await Promise.all([chores.stop(), runner.stop()])
    },
  }
})
