import { Job, watchJob } from '@steelyard/contract'
import { formatWholePercent } from '@steelyard/contract/format'
import { Failed } from '../faults.ts'
import { showProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Api } from './connect.ts'
import { followEvents } from './follow-events.ts'

/**
 * Waits until a job has succeeded, and shows how far it is.
 * @throws Failed when it has not
 */
export async function waitForJob(terminal: Terminal, api: Api, id: string): Promise<void> {
  const progress = showProgress(terminal)
  try {
    for await (const { name, data } of followEvents(api, watchJob, { id })) {
      if (name !== 'job') continue
      const job = Job.parse(data)
      if (job.state === 'succeeded') return
      if (job.state === 'failed' || job.state === 'cancelled') {
        throw new Failed(job.error ?? { code: job.state, message: 'It was cancelled.' })
      }
      progress.show(job.progress?.stage ?? job.state, shareOf(job))
    }
  } finally {
    progress.end()
  }
}

function shareOf({ progress }: Job): string {
  if (!progress?.total || progress.done === null) return ''
  return formatWholePercent(progress.done / progress.total)
}
