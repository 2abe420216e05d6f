import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../errors.ts'
import { FilesFull } from '../../files/files.ts'
import { refuseElsewhere } from '../refuse-elsewhere.ts'
import { recordProgress } from './record-progress.ts'

/**
 * The tus store over the place of the files. What it has to know of a file besides its bytes is in the
 * row, so whichever process gets the next request goes on. What has arrived is kept, and the row says
 * how much that is however the sending ended, because the rest is what remains reserved.
 */
export class ArrivingFileStore extends DataStore {
  readonly #deps: Pick<Deps, 'files' | 'db'>

  constructor(deps: Pick<Deps, 'files' | 'db'>) {
    super()
    this.#deps = deps
    // A deferred length is offered so that our own words refuse it.
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#deps.files.create(upload.id)
    return upload
  }

  override async write(bytes: Readable, fileId: string): Promise<number> {
    const { files, db } = this.#deps
    const end = await files.append(fileId)
    let size: number
    try {
      // A stream that is destroyed here would tell tus that the client had gone, not that we refuse.
      for await (const chunk of bytes.iterator({ destroyOnReturn: false })) await end.write(chunk)
    } catch (error) {
      throw error instanceof FilesFull ? diskIsFull() : error
    } finally {
      size = await end.close()
      await recordProgress(db, fileId, size)
    }
    return size
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#deps.db.uploadFile.findUnique({ where: { id } })
    if (!row) throw notFound('file')
    const stored = await this.#deps.files.stat(id)
    if (!stored) {
      refuseElsewhere(row)
      throw new AppError('gone', 'This file was never begun. Remove it, and send it again.')
    }
    const { name, modifiedAt, createdAt, sizeBytes } = row
    return new Upload({
      id,
      size: Number(sizeBytes),
      offset: stored.bytes,
      metadata: { filename: name, ...(modifiedAt && { modifiedAt: modifiedAt.toISOString() }) },
      creation_date: createdAt.toISOString(),
    })
  }

  override async remove(id: string): Promise<void> {
    await this.#deps.files.remove([id])
  }
}

function diskIsFull(): AppError {
  return new AppError(
    'insufficient-storage',
    'The disk of the server is full. What has arrived is kept: send the rest once uploads that are no longer needed are deleted.',
    { code: 'disk-full' },
  )
}
