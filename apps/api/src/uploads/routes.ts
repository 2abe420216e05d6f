import * as contract from '@steelyard/contract'
import { byId, inBody } from '../access/reach.ts'
import { visibleUploads } from '../access/visible-hosts.ts'
import { databaseVersion } from '../db.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { updateSource } from './answers/update-source.ts'
import { createUpload } from './create-upload.ts'
import { deleteUpload } from './delete-upload.ts'
import { sendForPerfetto } from './perfetto/send-for-perfetto.ts'
import { getMeasurements } from './readings/get-measurements.ts'
import { renameUpload } from './rename-upload.ts'
import { compareTracedRequests } from './requests/compare-traced-requests.ts'
import { getRequestLife } from './requests/get-request-life.ts'
import { listTracedRequests } from './requests/list-traced-requests.ts'
import { serialiseUpload, serialiseUploadSummary } from './serialise-upload.ts'
import { startInspection } from './start-inspection.ts'
import { loadUpload, summaryParts } from './upload-row.ts'

export const uploadRoutes = [
  defineRoute(contract.listUploads, {
    access: 'uploads:read',
    reach: 'listed',
    version: databaseVersion,
    async handler({ query, actor, deps }) {
      const uploads = await deps.db.upload.findMany({
        where: await visibleUploads(deps.db, actor.principal),
        ...pageById(query),
        include: summaryParts,
      })
      return toPage(uploads, query.limit, serialiseUploadSummary, (row) => row.id)
    },
  }),

  defineRoute(contract.createUpload, {
    access: 'uploads:write',
    reach: inBody<{ hostId: string | null }>(({ hostId }) =>
      hostId ? [{ kind: 'host', id: hostId }] : [],
    ),
    audit: 'upload.create',
    location: (upload) => `/uploads/${upload.id}`,
    async handler({ body, actor, deps }) {
      return serialiseUpload(await createUpload(deps.db, actor, body))
    },
  }),

  defineRoute(contract.getUpload, {
    access: 'uploads:read',
    reach: byId('upload'),
    version: databaseVersion,
    async handler({ params, deps }) {
      return serialiseUpload(await loadUpload(deps.db, params.id))
    },
  }),

  defineRoute(contract.getMeasurements, {
    access: 'uploads:read',
    reach: byId('upload'),
    handler: ({ params, deps }) => getMeasurements(deps.db, params.id),
  }),

  defineRoute(contract.updateUpload, {
    access: 'uploads:write',
    reach: byId('upload'),
    audit: 'upload.rename',
    handler: async ({ params, body, actor, deps }) =>
      serialiseUpload(await renameUpload(deps.db, actor, params.id, body.name)),
  }),

  defineRoute(contract.deleteUpload, {
    access: 'uploads:write',
    reach: byId('upload'),
    audit: 'upload.delete',
    handler: ({ params, actor, deps }) =>
      deleteUpload(deps, actor, params.id) as Promise<undefined>,
  }),

  defineRoute(contract.inspectUpload, {
    access: 'uploads:write',
    reach: byId('upload'),
    audit: 'upload.inspect',
    location: ({ job }) => `/jobs/${job.id}`,
    async handler({ params, actor, deps }) {
      const { upload, job } = await startInspection(deps, actor, params.id)
      return { upload: serialiseUpload(upload), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.exportForPerfetto, {
    access: 'uploads:read',
    reach: byId('upload'),
    handler: ({ params, query, deps, http }) => sendForPerfetto(deps, http.reply, params, query),
  }),

  defineRoute(contract.listTracedRequests, {
    access: 'uploads:read',
    reach: byId('upload'),
    handler: ({ params, query, deps }) => listTracedRequests(deps, params.id, query),
  }),

  defineRoute(contract.getRequestLife, {
    access: 'uploads:read',
    reach: byId('upload'),
    handler: ({ params, query, deps }) => getRequestLife(deps, params, query),
  }),

  defineRoute(contract.compareRequests, {
    access: 'uploads:read',
    reach: byId('upload'),
    handler: ({ params, query, deps }) => compareTracedRequests(deps, params.id, query),
  }),

  defineRoute(contract.updateSource, {
    access: 'uploads:write',
    reach: byId('upload'),
    audit: 'upload.describe',
    async handler({ params, body, actor, deps }) {
      await updateSource(deps, actor, params, body)
      return serialiseUpload(await loadUpload(deps.db, params.id))
    },
  }),
]
