import { type Application, getApplication, type Job } from '@steelyard/contract'
import type { Given } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { Failed } from '../faults.ts'
import { print } from '../shown/print.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Api } from './connect.ts'
import { waitForJob } from './wait-for-job.ts'

/** Waits for the end of an application or a roll-back, and says what came of it. */
export async function endOfApplication(
  terminal: Terminal,
  given: Given,
  api: Api,
  begun: { application: Application; job: Job },
): Promise<ExitCode> {
  // An application that is undone ends its job as failed, and has more to say than the job.
  await waitForJob(terminal, api, begun.job.id).catch((error) => {
    if (!(error instanceof Failed)) throw error
  })
  const ended = await api.call(getApplication, { params: { id: begun.application.id } })
  print(terminal, given, ended, () => [
    ...(ended.statement ? [ended.statement] : []),
    `Application ${ended.id}: ${ended.state}`,
  ])
  const wanted = ended.kind === 'apply' ? 'verified' : 'rolled-back'
  if (ended.trouble) throw new Failed(ended.trouble)
  return ended.state === wanted ? EXIT.done : EXIT.refused
}
