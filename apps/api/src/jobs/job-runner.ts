import type { Deps } from '../deps.ts'
import type { JobRunner } from '../queue/job-kind.ts'
import { HEARTBEAT_SECONDS, type JobMessage, type QueueName, queuesOf } from '../queue/job-queue.ts'
import type { JobRegistration } from './handle-job.ts'
import { runJob } from './run-job.ts'

const STOP_GRACE_MS = 8_000
/** How many long jobs run in addition to others: jobs on hosts wait, analyses compute. */
const LONG_CONCURRENCY: Record<JobRunner, number> = { worker: 1, agent: 8 }
/** Such jobs only wait. One person may ask for fewer within ten minutes than run here at once. */
const PROBE_CONCURRENCY: Record<JobRunner, number> = { worker: 1, agent: 24 }
/** One at a time, beside the jobs that wait for such parts. */
const PART_CONCURRENCY = 1
/** Runs in addition to those; jobs that no one waits for must not fill the machine. */
const BACKGROUND_CONCURRENCY = 1

/**
 * Processes the queues of one runner until `stop`. Handlers must not block the event loop for
 * seconds: the heartbeat would stop and another process would take the job over. Heavy work goes to
 * a thread.
 */
export async function startJobRunner(
  deps: Deps,
  runner: JobRunner,
  registrations: readonly JobRegistration[],
  concurrency = 1,
): Promise<{ stop(): Promise<void> }> {
  const own = registrations.filter((r) => r.kind.runner === runner)
  const byKind = new Map(own.map((r) => [r.kind.kind as string, r]))
  const stopping = new AbortController()
  const concurrencyIn: Partial<Record<QueueName, number>> = {
    [`${runner}-long`]: LONG_CONCURRENCY[runner],
    [`${runner}-probe`]: PROBE_CONCURRENCY[runner],
    [`${runner}-part`]: PART_CONCURRENCY,
    [`${runner}-background`]: BACKGROUND_CONCURRENCY,
  }
  for (const queue of queuesOf(runner)) {
    await deps.queue.boss.work<JobMessage>(
      queue,
      {
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 5,
        localConcurrency: concurrencyIn[queue] ?? concurrency,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
      },
      async ([message]) => {
        if (message) await runJob(deps, byKind, message.data, stopping.signal)
      },
    )
  }
  return {
    async stop() {
      stopping.abort(new Error('the process is stopping'))
      await deps.queue.boss.stop({ graceful: true, timeout: STOP_GRACE_MS })
    },
  }
}
