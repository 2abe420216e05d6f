import { SourceReport } from '@steelyard/contract'
import type { CpuStats, Detection, Recording, RequestStats, SourceSpec } from '@steelyard/traces'
import type { XlOutput } from '@steelyard/xen'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'
import type { DomainMatch, SourceFacts } from './source-state.ts'

const Kind = z.looseObject({ kind: z.string() })

/** `Source.detection` */
export const detected = jsonColumn<Detection>('what a file was found to be', z.looseObject({}))

/** `Source.spec`: how it is read. */
export const sourceSpec = jsonColumn<SourceSpec>('how a file is read', Kind)

/** `Source.domains` */
export const domainMatches = jsonColumn<DomainMatch[]>(
  'the domains of a file',
  z.array(z.looseObject({ found: z.string(), domain: z.string().nullable() })),
)

/** `Source.facts` */
export const sourceFacts = jsonColumn<SourceFacts>('what is known of a file', z.looseObject({}))

/** `Source.xlOutput` */
export const xlOutput = jsonColumn<XlOutput>('saved output of xl', z.looseObject({}))

/** `Source.report` */
export const sourceReport = jsonColumn<SourceReport>(
  'how a file was read',
  z.looseObject(SourceReport.pick({ lines: true, rejected: true }).shape),
)

/** `Upload.recording` */
export const uploadRecording = jsonColumn<Recording>(
  'what a recording says of itself',
  z.looseObject({ startEpochSeconds: z.number() }),
)

/** `Observation.requests` and `Observation.clientRequests` */
export const requestStats = jsonColumn<RequestStats>(
  'the requests of a window',
  z.looseObject({ arrivals: z.number(), coveredSeconds: z.number() }),
)

/** `Observation.cpu` */
export const cpuStats = jsonColumn<CpuStats>(
  'the CPU use of a window',
  z.looseObject({ usedSeconds: z.number(), coveredSeconds: z.number() }),
)
