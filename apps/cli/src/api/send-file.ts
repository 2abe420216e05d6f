import { createReadStream } from 'node:fs'
import { ApiError, Problem, tusCreateFile, type UploadFile } from '@steelyard/contract'
import { DetailedError, Upload } from 'tus-js-client'
import type { Api } from './connect.ts'

export interface LocalFile {
  name: string
  path: string
  sizeBytes: number
  modifiedAt: Date
}

/** Sends a file by tus, or the rest of one of which some has arrived. */
export function sendFile(
  api: Api,
  uploadId: string,
  file: LocalFile,
  arrived: UploadFile | undefined,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const endpoint = api.urlOf(tusCreateFile, { id: uploadId })
  return new Promise((resolve, reject) => {
    new Upload(createReadStream(file.path), {
      endpoint,
      uploadUrl: arrived ? `${endpoint}/${arrived.id}` : null,
      uploadSize: file.sizeBytes,
      metadata: { filename: file.name, modifiedAt: file.modifiedAt.toISOString() },
      headers: { authorization: api.authorization },
      retryDelays: [0, 1_000, 3_000, 5_000, 10_000],
      storeFingerprintForResuming: false, // the API knows what has arrived
      onProgress,
      onSuccess: () => resolve(),
      onError: (error) => reject(problemIn(error)),
    }).start()
  })
}

function problemIn(error: Error | DetailedError): Error {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
  try {
    return new ApiError(Problem.parse(JSON.parse(body ?? '')))
  } catch {
    // tus words its errors for developers, with the whole request.
    return new TypeError('fetch failed', { cause: error })
  }
}
