import { z } from 'zod'
import { EvidenceGrade } from './analyses/prediction.ts'
import { Verdict } from './analyses/verdict.ts'
import { Id, IdParams, Milliseconds, Name, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ConnectionState } from './hosts/hosts.ts'

/** What the newest analysis measured of a domain, against its target. */
export const FleetDomain = z.object({
  domain: z.string(),
  observedMs: Milliseconds.describe('Value that the target is compared with.'),
  targetMs: Milliseconds,
  meetsTarget: z.boolean().nullable(),
})
export type FleetDomain = z.infer<typeof FleetDomain>

export const FleetHost = z
  .object({
    id: Id,
    name: z.string(),
    tags: z.array(z.string()),
    isSample: z.boolean(),
    connection: ConnectionState,
    analysisId: Id.nullable().describe(
      'The newest analysis with enough evidence for a verdict, else the newest; all figures are from it.',
    ),
    verdict: Verdict.nullable(),
    grade: EvidenceGrade.nullable(),
    isLive: z
      .boolean()
      .describe(
        'Whether there is no analysis, and verdict and domains are what a watch saw in the last minutes.',
      ),
    headline: z.string().nullable(),
    lastRecordedAt: Timestamp.nullable().describe('The end of the newest analysed recording.'),
    isAnalysed: z.boolean().describe('Whether an analysis of it is running or waiting.'),
    drifted: z.boolean(),
    domains: z.array(FleetDomain),
    trend: z
      .array(
        z.object({
          at: Timestamp,
          worstRatio: z
            .number()
            .describe('Highest measured time over its target, of all domains that have one.'),
        }),
      )
      .describe('The recordings of the seven days before the newest one, oldest first.'),
  })
  .meta({ id: 'FleetHost' })
export type FleetHost = z.infer<typeof FleetHost>

/** What a new installation has been used for so far, apart from the samples. */
export const FirstSteps = z.object({
  recorded: z.boolean().describe('Whether files of a host have been uploaded or recorded.'),
  analysed: z.boolean(),
  targeted: z.boolean().describe('Whether a domain has a target.'),
  connected: z.boolean(),
  applied: z.boolean().describe('Whether a change was applied and read back.'),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const Fleet = z
  .object({ data: z.array(FleetHost), firstSteps: FirstSteps })
  .meta({ id: 'Fleet' })
export type Fleet = z.infer<typeof Fleet>

export const getFleet = endpoint({
  id: 'getFleet',
  method: 'GET',
  path: '/fleet',
  tag: 'Hosts',
  summary: 'Get the state of all hosts at once, the most pressing first',
  status: 200,
  response: Fleet,
})

/** A search of the fleet under a name of one's own. */
export const FleetView = z
  .object({
    id: Id,
    name: Name,
    query: z
      .string()
      .max(1000)
      .regex(/^[\x21-\x7e]*$/, 'the query of an address')
      .describe('The query of its address, without the question mark.'),
  })
  .meta({ id: 'FleetView' })
export type FleetView = z.infer<typeof FleetView>

export const listFleetViews = endpoint({
  id: 'listFleetViews',
  method: 'GET',
  path: '/fleet/views',
  tag: 'Hosts',
  summary: 'Get the views of the fleet that you keep, by name',
  status: 200,
  response: z.object({ data: z.array(FleetView) }),
})

export const saveFleetView = endpoint({
  id: 'saveFleetView',
  method: 'POST',
  path: '/fleet/views',
  tag: 'Hosts',
  summary: 'Keep a view of the fleet; one of the same name is replaced',
  body: FleetView.pick({ name: true, query: true }),
  status: 201,
  response: FleetView,
})

export const removeFleetView = endpoint({
  id: 'removeFleetView',
  method: 'DELETE',
  path: '/fleet/views/:id',
  tag: 'Hosts',
  summary: 'Remove a view of the fleet',
  params: IdParams,
  status: 204,
})
