import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { DiskWatch, isDiskFull } from '../room/disk-watch.ts'
import { storedFilePath } from '../stored-file.ts'
import { recordProgress } from './record-progress.ts'

/** The file must exist: one that was removed meanwhile must not come back without its row. */
const APPEND_ONLY = constants.O_WRONLY | constants.O_APPEND

/**
 * The tus store that stops before the disk is full. What has arrived is kept, and the row says how
 * much that is however the sending ended, because the rest is what remains reserved.
 */
export class ArrivingFileStore extends FileStore {
  readonly #deps: Pick<Deps, 'config' | 'db'>

  constructor(deps: Pick<Deps, 'config' | 'db'>) {
    super({ directory: deps.config.uploadDir })
    this.#deps = deps
  }

  override async write(bytes: Readable, fileId: string, offset: number): Promise<number> {
    const { config, db } = this.#deps
    const watch = new DiskWatch(config)
    let size = offset
    const file = await open(storedFilePath(config, fileId), APPEND_ONLY)
    try {
      // A stream that is destroyed here would tell tus that the client had gone, not that we refuse.
      for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
        if (!(await watch.hasRoomFor(chunk.length))) throw diskIsFull()
        await file.appendFile(chunk)
      }
    } catch (error) {
      throw isDiskFull(error) ? diskIsFull() : error
    } finally {
      size = (await file.stat()).size
      await file.close()
      await recordProgress(db, fileId, size)
    }
    return size
  }
}

function diskIsFull(): AppError {
  return new AppError(
    'insufficient-storage',
    'The disk of the server is full. What has arrived is kept: send the rest once uploads that are no longer needed are deleted.',
    { code: 'disk-full' },
  )
}
