import * as contract from '@steelyard/contract'
import { byId, inBody } from '../access/reach.ts'
import { visibleUploads } from '../access/visible-hosts.ts'
import { versionBesideWatches } from '../changes.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { inLane } from '../http/route-cost.ts'
import { jobLocation, serialiseJob } from '../jobs/serialise-job.ts'
import { exportLane, readsLane, requestsLane, sourcesLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import { updateSource } from './answers/update-source.ts'
import { createUpload } from './create-upload.ts'
import { deleteUpload } from './delete-upload.ts'
import { sendForPerfetto } from './perfetto/send-for-perfetto.ts'
import type { getMeasurements } from './readings/get-measurements.ts'
import { renameUpload } from './rename-upload.ts'
import { askTracedPart } from './requests/ask-traced-part.ts'
import { serialiseUpload, serialiseUploadSummary } from './serialise-upload.ts'
import { startInspection } from './start-inspection.ts'
import { loadUpload, summaryParts } from './upload-row.ts'

export const uploadRoutes = [
  defineRoute(contract.listUploads, {
    access: 'uploads:read',
    reach: 'listed',
    version: versionBesideWatches,
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
    version: versionBesideWatches,
    async handler({ params, deps }) {
      return serialiseUpload(await loadUpload(deps.db, params.id))
    },
  }),

  defineRoute(contract.getMeasurements, {
    access: 'uploads:read',
    reach: byId('upload'),
    cost: inLane(readsLane, 'the windows of the upload'),
    handler: ({ params, deps }) =>
      readInThread<typeof getMeasurements>(deps, {
        module: new URL('./readings/get-measurements.ts', import.meta.url),
        name: 'getMeasurements',
        question: params.id,
      }),
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
    location: jobLocation,
    async handler({ params, actor, deps }) {
      const { upload, job } = await startInspection(deps, actor, params.id)
      return { upload: serialiseUpload(upload), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.exportForPerfetto, {
    access: 'uploads:read',
    reach: byId('upload'),
    cost: inLane(exportLane, 'the trace and the logs that were uploaded'),
    handler: ({ params, query, actor, deps, http }) =>
      sendForPerfetto(deps, actor, http.reply, params, query),
  }),

  defineRoute(contract.listTracedRequests, {
    access: 'uploads:read',
    reach: byId('upload'),
    cost: inLane(requestsLane, 'the trace and the logs that were uploaded'),
    handler: ({ params, query, deps, http }) =>
      askTracedPart(deps, http.reply, 'listTracedRequests', params.id, query),
  }),

  defineRoute(contract.getRequestLife, {
    access: 'uploads:read',
    reach: byId('upload'),
    cost: inLane(requestsLane, 'the trace and the logs that were uploaded'),
    handler: ({ params: { id, number }, query, deps, http }) =>
      askTracedPart(deps, http.reply, 'getRequestLife', id, { ...query, number }),
  }),

  defineRoute(contract.compareRequests, {
    access: 'uploads:read',
    reach: byId('upload'),
    cost: inLane(requestsLane, 'the trace and the logs that were uploaded'),
    handler: ({ params, query, deps, http }) =>
      askTracedPart(deps, http.reply, 'compareTracedRequests', params.id, query),
  }),

  defineRoute(contract.updateSource, {
    access: 'uploads:write',
    reach: byId('upload'),
    audit: 'upload.describe',
    cost: inLane(sourcesLane, 'the way to the source in its archive'),
    async handler({ params, body, actor, deps }) {
      await updateSource(deps, actor, params, body)
      return serialiseUpload(await loadUpload(deps.db, params.id))
    },
  }),
]
