import { startAgentChores } from './agent-chores.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { jobRegistrations } from './jobs/registry.ts'
import { runProcess } from './process.ts'

/** Jobs on different hosts wait mostly for the network; a host's own lock keeps its jobs apart. */
const CONCURRENCY = 4

await runProcess('agent', async (deps) => {
  const runner = await startJobRunner(deps, 'agent', jobRegistrations, CONCURRENCY)
  const chores = startAgentChores(deps)
  return {
    async stop() {
      await chores.stop()
      await runner.stop()
    },
  }
})
