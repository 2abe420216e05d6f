import { jobRegistrations } from './job-registry.ts'
import { startJobRunner } from './jobs/job-runner.ts'
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
