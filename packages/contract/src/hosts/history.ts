import { z } from 'zod'
import { AnalysisSummary } from '../analyses/analyses.ts'
import { Id, IdParams, Milliseconds, Timestamp, Weight } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Statistic } from '../statistic.ts'
import { HostMark } from '../watch/timeline.ts'

/** What a recording shows of one domain. */
export const RecordedDomain = z.object({
  domain: z.string(),
  weight: Weight,
  observedMs: Milliseconds,
  targetMs: Milliseconds,
  meetsTarget: z.boolean().nullable(),
  arrivalRatePerSecond: z.number(),
})
export type RecordedDomain = z.infer<typeof RecordedDomain>

/** A finished analysis as one point in the history of its host. */
export const HistoryRecording = AnalysisSummary.extend({
  recordedFrom: Timestamp,
  recordedTo: Timestamp,
  statistic: Statistic,
  domains: z.array(RecordedDomain),
}).meta({ id: 'HistoryRecording' })
export type HistoryRecording = z.infer<typeof HistoryRecording>

export const WeightChange = z
  .object({
    at: Timestamp,
    domain: z.string(),
    weight: Weight,
    source: z
      .enum(['recording', 'application'])
      .describe('Whether a recording shows the change, or Steelyard made it.'),
    sourceId: Id.describe('The analysis or the application.'),
  })
  .meta({ id: 'WeightChange' })
export type WeightChange = z.infer<typeof WeightChange>

export const HostHistory = z
  .object({
    recordings: z.array(HistoryRecording).describe('By the time of recording, oldest first.'),
    weightChanges: z.array(WeightChange).describe('Oldest first.'),
    annotations: z.array(HostMark).describe('What people wrote, oldest first; the newest 1000.'),
    complete: z.boolean().describe('False when there are older recordings than those listed.'),
  })
  .meta({ id: 'HostHistory' })
export type HostHistory = z.infer<typeof HostHistory>

export const DomainComparison = z
  .object({
    domain: z.string(),
    before: RecordedDomain.nullable().describe(
      'Null where the recording does not show the domain.',
    ),
    after: RecordedDomain.nullable(),
    changeMs: Milliseconds.describe('Observed after minus before.'),
    beyondChance: z
      .boolean()
      .nullable()
      .describe(
        'Whether the times of the windows differ by more than chance and their load explain, with 95 % confidence; null where too few windows were measured to tell.',
      ),
    statement: z.string(),
  })
  .meta({ id: 'DomainComparison' })
export type DomainComparison = z.infer<typeof DomainComparison>

export const RecordingComparison = z
  .object({
    before: HistoryRecording,
    after: HistoryRecording,
    domains: z.array(DomainComparison),
    statement: z.string().describe('What changed from one recording to the other.'),
  })
  .meta({ id: 'RecordingComparison' })
export type RecordingComparison = z.infer<typeof RecordingComparison>

export const getHostHistory = endpoint({
  id: 'getHostHistory',
  method: 'GET',
  path: '/hosts/:id/history',
  tag: 'Hosts',
  summary: 'Get the recordings of a host over time, and when its weights changed',
  params: IdParams,
  status: 200,
  response: HostHistory,
})

export const compareRecordings = endpoint({
  id: 'compareRecordings',
  method: 'GET',
  path: '/hosts/:id/comparison',
  tag: 'Hosts',
  summary: 'Compare two recordings of a host, domain by domain',
  params: IdParams,
  query: z.object({ before: Id, after: Id }),
  status: 200,
  response: RecordingComparison,
})
