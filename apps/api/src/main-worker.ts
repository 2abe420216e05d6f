import { startJobRunner } from './jobs/job-runner.ts'
import { runProcess } from './process.ts'
import { startWorkerChores } from './worker-chores.ts'
import { workerJobs } from './worker-jobs.ts'

await runProcess('worker', async (deps) => {
  const runner = await startJobRunner(deps, 'worker', workerJobs)
  const chores = startWorkerChores(deps)
  return {
    async stop() {
      await chores.stop()
      await runner.stop()
    },
  }
})
