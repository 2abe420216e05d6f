import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import { defineRoute } from '../http/define-route.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { serialiseUpload } from '../uploads/serialise-upload.ts'
import { startRecording } from './start-recording.ts'

export const recordingRoutes = [
  defineRoute(contract.startRecording, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.record',
    rate: 'strict',
    location: ({ upload }) => `/uploads/${upload.id}`,
    handler: async ({ params, body, actor, deps }) => {
      const { upload, job } = await startRecording(deps, actor, params.id, body)
      return { upload: serialiseUpload(upload), job: serialiseJob(job) }
    },
  }),
]
