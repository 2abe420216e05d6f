import { z } from 'zod'
import { IdParams, Name } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Job } from '../jobs.ts'
import { Upload } from '../uploads.ts'

export const startRecording = endpoint({
  id: 'startRecording',
  method: 'POST',
  path: '/hosts/:id/recordings',
  tag: 'Hosts',
  summary: 'Record the host now; the recording becomes an upload like any other',
  description:
    'Runs xentop throughout and, on request, takes the scheduler trace (refused while another ' +
    'program reads Xen’s trace buffer) and the access logs of the guests that are set up for it. ' +
    'Cancel the job to stop: the files are deleted and the upload ends as `refused` with the code ' +
    '`cancelled`.',
  params: IdParams,
  body: z.object({
    name: Name.optional(),
    seconds: z.number().int().min(10).max(3600).default(60),
    intervalSeconds: z.number().int().min(1).max(60).default(1),
    trace: z.boolean().default(false).describe('Whether to record xentrace’s scheduler events.'),
    guestLogs: z.boolean().default(true),
  }),
  status: 202,
  response: z.object({ upload: Upload, job: Job }),
  idempotent: true,
})
