import {
  createHost,
  createUpload,
  getUpload,
  inspectUpload,
  type Upload,
} from '@steelyard/contract'
import { formatBytes, formatWholePercent } from '@steelyard/contract/format'
import { type Api, connect } from '../api/connect.ts'
import { findFiles } from '../api/find-files.ts'
import { findHost } from '../api/find-host.ts'
import { type LocalFile, sendFile } from '../api/send-file.ts'
import { waitForJob } from '../api/wait-for-job.ts'
import type { Command, Given } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Failed, UsageFault } from '../faults.ts'
import { print } from '../shown/print.ts'
import { showUpload } from '../shown/show-upload.ts'
import { showProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'

export const upload: Command = {
  name: 'upload',
  summary: 'send recordings, and have their formats recognised',
  arguments: ['PATH...'],
  options: {
    host: { value: 'HOST', meaning: 'the host that was recorded, by name or id' },
    'new-host': { value: 'NAME', meaning: 'add a host of this name, and send them for it' },
    name: { value: 'NAME', meaning: 'what to call the upload' },
    resume: { value: 'UPLOAD', meaning: 'go on with an upload that was interrupted' },
  },
  notes: ['A folder is sent with all that is in it. What has arrived is never sent again.'],
  async run(terminal, given) {
    const api = connect(terminal, given)
    const files = findFiles(given.arguments)
    const begun = await begin(api, given)
    terminal.errors.write(
      `Upload ${begun.id}. If it is interrupted, repeat the command with --resume ${begun.id}.\n`,
    )
    await sendAll(terminal, api, begun, files)
    const { job } = await api.call(inspectUpload, { params: { id: begun.id } })
    await waitForJob(terminal, api, job.id)
    const inspected = await api.call(getUpload, { params: { id: begun.id } })
    if (inspected.trouble) throw new Failed(inspected.trouble)
    print(terminal, given, inspected, () => showUpload(inspected, api.address))
    return EXIT.done
  },
}

async function begin(api: Api, given: Given): Promise<Upload> {
  const ways = ['host', 'new-host', 'resume'].filter((option) => given.has(option))
  if (ways.length > 1) throw new UsageFault(`Use only one of --${ways.join(' and --')}.`)
  const id = given.text('resume')
  if (id) return api.call(getUpload, { params: { id } })
  const hostId = await hostIdOf(api, given)
  return api.call(createUpload, { body: { name: given.text('name'), hostId } })
}

async function hostIdOf(api: Api, given: Given): Promise<string | null> {
  const fresh = given.text('new-host')
  if (fresh) return (await api.call(createHost, { body: { name: fresh } })).id
  const host = given.text('host')
  return host ? (await findHost(api, host)).id : null
}

async function sendAll(
  terminal: Terminal,
  api: Api,
  begun: Upload,
  files: readonly LocalFile[],
): Promise<void> {
  const progress = showProgress(terminal)
  try {
    for (const file of files) {
      const arrived = begun.files.find(({ name }) => name === file.name)
      if (arrived && arrived.sizeBytes !== file.sizeBytes) {
        throw new UsageFault(`${file.name} has another size than the one that began to arrive.`)
      }
      if (arrived?.complete) continue
      const stage = `Sending ${file.name}, ${formatBytes(file.sizeBytes)}`
      progress.show(stage)
      await sendFile(api, begun.id, file, arrived, (sentBytes) =>
        progress.show(stage, formatWholePercent(sentBytes / file.sizeBytes)),
      )
    }
  } finally {
    progress.end()
  }
}
