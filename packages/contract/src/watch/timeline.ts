import { z } from 'zod'
import { Id, IdParams, Timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Something that happened to a host: a mark on charts over time. */
export const HostMark = z
  .object({
    at: Timestamp,
    to: Timestamp.nullable().describe('When it ended; null for a moment, or while it goes on.'),
    kind: z.enum([
      'weight',
      'cap',
      'application',
      'roll-back',
      'plan',
      'hotspot',
      'reboot',
      'domain',
      'gap',
    ]),
    domain: z.string().nullable(),
    text: z.string(),
    planId: Id.nullable(),
    hotspotId: Id.nullable(),
  })
  .meta({ id: 'HostMark' })
export type HostMark = z.infer<typeof HostMark>

export const getHostTimeline = endpoint({
  id: 'getHostTimeline',
  method: 'GET',
  path: '/hosts/:id/timeline',
  tag: 'Watch',
  summary:
    'Get what happened to a host in a time range: changes of weights, plans, hotspots, reboots, gaps in its watch',
  params: IdParams,
  query: z.object({ from: Timestamp, to: Timestamp }),
  status: 200,
  response: z.object({
    data: z.array(HostMark).describe('Oldest first.'),
    complete: z.boolean().describe('False when there are more than 1000 marks.'),
  }),
})
