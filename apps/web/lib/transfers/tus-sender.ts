import type { DetailedError, Upload } from 'tus-js-client'
import { loadContract } from '../api.ts'
import { addressOf } from '../operations.ts'
import type { MakeSender } from './transfer.ts'

async function reasonOf(error: Error | DetailedError): Promise<string> {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  if (!body) return 'The connection was lost. What has arrived is kept; try again to continue.'
  try {
    const { Problem } = await loadContract()
    return Problem.parse(JSON.parse(body)).detail
  } catch {
    return 'The API refused this file without saying why.'
  }
}

/**
 * Sends files by tus. The file is created before its first byte is sent, so its address is known
 * however early it is paused. The browser remembers the address, so the same file dropped again
 * after a reload continues instead of starting over.
 */
export function tusSenderFor(uploadId: string): MakeSender {
  return (file, name, events) => {
    const create = async () => {
      // Nobody needs this code before there is a file to send.
      const { Upload } = await import('tus-js-client')
      const upload: Upload = new Upload(file, {
        endpoint: addressOf('/uploads/:id/files', { id: uploadId }),
        metadata: { filename: name, modifiedAt: new Date(file.lastModified).toISOString() },
        fingerprint: async (_file, { endpoint }) =>
          ['steelyard', endpoint, name, file.size, file.lastModified].join(' '),
        // A store of files that is away for a minute or two is no reason to give up.
        retryDelays: [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000],
        removeFingerprintOnSuccess: true,
        onUploadUrlAvailable: () => {
          const fileId = upload.url?.split('/').at(-1)
          if (fileId) events.onFileId(fileId)
        },
        onProgress: (sentBytes) => events.onProgress(sentBytes),
        onSuccess: () => events.onDone(),
        onError: (error) => void reasonOf(error).then(events.onFailure),
      })
      return upload
    }
    let created: Promise<Upload> | null = null
    let wanted = false
    return {
      start: async () => {
        wanted = true
        created ??= create()
        const upload = await created
        const [previous] = upload.url ? [] : await upload.findPreviousUploads()
        if (previous) upload.resumeFromPreviousUpload(previous)
        if (wanted) upload.start()
      },
      stop: () => {
        wanted = false
        void created?.then((upload) => upload.abort())
      },
    }
  }
}
