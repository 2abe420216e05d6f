import { handleJob } from '../../../jobs/handle-job.ts'
import { startJobRunner } from '../../../jobs/job-runner.ts'
import { runProcess } from '../../../process.ts'
import { readPartKind } from './read-part.kind.ts'

/** A real worker process that never ends a part, for the test that kills it. */
const handler = handleJob(readPartKind, async ({ progress, signal }) => {
  progress({ stage: 'Stuck' })
  await new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  return {}
})

await runProcess('worker', (deps) => startJobRunner(deps, 'worker', [handler]))
