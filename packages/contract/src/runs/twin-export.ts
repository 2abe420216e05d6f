import { z } from 'zod'
import { IdParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const query = z.object({
  seconds: z.coerce
    .number()
    .positive()
    .max(60)
    .default(10)
    .describe(
      'Counted from the start. Less is shown of a host on which very much happens: about a million events.',
    ),
})

const description =
  'The first replication is played once more, to the same requests and with the same result. A track for each pCPU with the vCPUs that it ran, one for each vCPU with the times in which it ran and in which it waited for a pCPU, and the requests of each guest, from when the client’s clock starts until the answer, with arrows between each and the runs of its guest meanwhile (the first 128). Times count from the start of what the twin played.'

export const exportTwin = endpoint({
  id: 'exportTwin',
  method: 'GET',
  path: '/analyses/:id/twin/perfetto',
  tag: 'Analyses',
  summary: 'Download how the twin plays the analysed host for Perfetto (ui.perfetto.dev)',
  description,
  params: IdParams,
  query,
  status: 200,
  produces: 'application/octet-stream',
})

export const exportRun = endpoint({
  id: 'exportRun',
  method: 'GET',
  path: '/runs/:id/perfetto',
  tag: 'Runs',
  summary: 'Download how the twin plays the host of a what-if question for Perfetto',
  description,
  params: IdParams,
  query,
  status: 200,
  produces: 'application/octet-stream',
})
