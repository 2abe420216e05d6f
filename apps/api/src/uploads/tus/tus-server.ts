import { EVENTS, type Locker, Server } from '@tus/server'
import type { Deps } from '../../deps.ts'
import { API_BASE } from '../../http/register-route.ts'
import { uuidV7 } from '../../uuid.ts'
import { ArrivingFileStore } from './arriving-file-store.ts'
import { createFileRow } from './create-file-row.ts'
import { recordProgress } from './record-progress.ts'

/**
 * Serves the tus 1.0 protocol over the place of the files. `tus-routes.ts` has already decided who
 * may send to which upload. Here a file is named by its row's id, and the row follows the bytes.
 * @param userOf the person behind a request, who reserves the room of a new file
 */
export function createTusServer(
  deps: Deps,
  locker: Locker,
  userOf: (request: Request) => string | null,
): Server {
  const { config, db, log } = deps
  const server = new Server({
    path: `${API_BASE}/uploads`,
    datastore: new ArrivingFileStore(deps),
    locker,
    maxSize: () => config.maxFileBytes,
    namingFunction: () => uuidV7(),
    // Relative, because the gateway in front has another origin than this process.
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${id}`,
    getFileIdFromRequest: (_request, lastPath) => lastPath,
    onUploadCreate: async (request, upload) => {
      const uploadId = new URL(request.url).pathname.split('/').at(-2)!
      await createFileRow(deps, userOf(request as Request), uploadId, upload)
      return { metadata: upload.metadata }
    },
  })
  server.on(EVENTS.POST_RECEIVE, (_request, upload) => {
    // What has come is not stored yet, so the file is not complete by this.
    const arrived = Math.min(upload.offset, (upload.size ?? 0) - 1)
    recordProgress(db, upload.id, arrived).catch((err) =>
      log.warn({ err, fileId: upload.id }, 'upload progress was not written'),
    )
  })
  return server
}
