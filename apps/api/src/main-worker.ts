import { startJobRunner } from './jobs/job-runner.ts'
import { jobRegistrations } from './jobs/registry.ts'
import { runProcess } from './process.ts'
import { startWorkerChores } from './worker-chores.ts'

await runProcess('worker', async (deps) => {
  const runner = await startJobRunner(deps, 'worker', jobRegistrations)
  const chores = startWorkerChores(deps)
  return {
    async stop() {
      await chores.stop()
      await runner.stop()
    },
  }
})
