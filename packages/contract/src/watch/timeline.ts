import { z } from 'zod'
import { Id, IdParams, Line, Timestamp } from '../common.ts'
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
      'annotation',
    ]),
    domain: z.string().nullable(),
    text: z.string(),
    planId: Id.nullable(),
    hotspotId: Id.nullable(),
    annotationId: Id.nullable(),
    by: z.string().nullable().describe('Who wrote an annotation.'),
  })
  .meta({ id: 'HostMark' })
export type HostMark = z.infer<typeof HostMark>

export const getHostTimeline = endpoint({
  id: 'getHostTimeline',
  method: 'GET',
  path: '/hosts/:id/timeline',
  tag: 'Watch',
  summary:
    'Get what happened to a host in a time range: changes of weights, plans, hotspots, reboots, gaps in its watch, and what people wrote',
  params: IdParams,
  query: z.object({ from: Timestamp, to: Timestamp }),
  status: 200,
  response: z.object({
    data: z.array(HostMark).describe('Oldest first.'),
    complete: z.boolean().describe('False when there are more than 1000 marks.'),
  }),
})

export const addAnnotation = endpoint({
  id: 'addAnnotation',
  method: 'POST',
  path: '/hosts/:id/annotations',
  tag: 'Watch',
  summary: 'Write on the time axis of a host what happened at a moment, or over a time',
  params: IdParams,
  body: z.object({
    at: Timestamp,
    to: Timestamp.nullable().default(null).describe('Its end; null for a moment.'),
    text: Line.max(300),
  }),
  status: 201,
  response: HostMark,
})

export const removeAnnotation = endpoint({
  id: 'removeAnnotation',
  method: 'DELETE',
  path: '/hosts/:id/annotations/:annotationId',
  tag: 'Watch',
  summary: 'Remove an annotation',
  params: IdParams.extend({ annotationId: Id }),
  status: 204,
})
