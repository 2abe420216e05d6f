import { getUpload, startRecording } from '@steelyard/contract'
import { connect } from '../api/connect.ts'
import { findHost } from '../api/find-host.ts'
import { waitForJob } from '../api/wait-for-job.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Failed, UsageFault } from '../faults.ts'
import { print } from '../shown/print.ts'
import { showUpload } from '../shown/show-upload.ts'

export const record: Command = {
  name: 'record',
  summary: 'record a connected host now; the recording is an upload like any other',
  arguments: ['HOST'],
  options: {
    seconds: { value: 'N', meaning: 'how long, from 10 to 3600; 60 without it' },
    trace: { meaning: 'take the scheduler trace of xentrace too' },
    name: { value: 'NAME', meaning: 'what to call the recording' },
  },
  async run(terminal, given) {
    const seconds = Number(given.text('seconds') ?? 60)
    if (!Number.isInteger(seconds) || seconds < 10 || seconds > 3600) {
      throw new UsageFault('--seconds is a whole number from 10 to 3600.')
    }
    const api = connect(terminal, given)
    const host = await findHost(api, given.arguments[0]!)
    const begun = await api.call(startRecording, {
      params: { id: host.id },
      body: { seconds, trace: given.has('trace'), name: given.text('name') },
      idempotencyKey: crypto.randomUUID(),
    })
    terminal.errors.write(`Recording ${begun.upload.id}. It goes on if this command ends.\n`)
    await waitForJob(terminal, api, begun.job.id)
    const params = { id: begun.upload.id }
    const { jobId } = await api.call(getUpload, { params })
    // What was recorded is recognised by a job of its own.
    if (jobId && jobId !== begun.job.id) await waitForJob(terminal, api, jobId)
    const recorded = await api.call(getUpload, { params })
    if (recorded.trouble) throw new Failed(recorded.trouble)
    print(terminal, given, recorded, () => showUpload(recorded, api.address))
    return EXIT.done
  },
}
