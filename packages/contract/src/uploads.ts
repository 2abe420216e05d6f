import { z } from 'zod'
import {
  DomainName,
  FoundDomain,
  Id,
  IdParams,
  Name,
  PageQuery,
  page,
  Text,
  Timestamp,
  TimeZone,
  Trouble,
  Weight,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { HostExperiments } from './experiments.ts'
import { Job } from './jobs.ts'
import { percentilesMs } from './statistic.ts'

export const UploadState = z
  .enum(['receiving', 'recording', 'inspecting', 'ready', 'refused'])
  .describe('`recording`: the job `jobId` is recording the host and writing the files.')
export type UploadState = z.infer<typeof UploadState>

export const UploadFile = z
  .object({
    id: Id,
    name: z.string(),
    sizeBytes: z.number().int(),
    receivedBytes: z.number().int(),
    complete: z.boolean(),
    sha256: z.string().nullable(),
    modifiedAt: Timestamp.nullable(),
  })
  .meta({ id: 'UploadFile' })
export type UploadFile = z.infer<typeof UploadFile>

/**
 * What the operator may state about a source. Only settings that fit its kind are used; null keeps
 * what was detected.
 */
export const SourceSettings = z
  .object({
    logFormat: Text.max(4000)
      .nullable()
      .describe("Apache's `LogFormat` or nginx's `log_format` string."),
    durationUnit: Text.max(40)
      .nullable()
      .describe(
        'Which number is the duration and in which unit: a candidate of the question `duration-unit`.',
      ),
    startedAt: Timestamp.nullable().describe(
      'Start of a trace whose stamps carry no date (xentrace, xenmon, xentop, vmstat, virt-top, hey).',
    ),
    intervalSeconds: z
      .number()
      .positive()
      .max(3600)
      .nullable()
      .describe('Seconds between two samples of xentop or vmstat.'),
    tscHz: z
      .number()
      .min(1e6)
      .max(1e11)
      .nullable()
      .describe('Frequency of the time-stamp counter of xentrace, in cycles per second.'),
    byVirtualHost: z
      .boolean()
      .nullable()
      .describe('Whether each virtual host of the log is a domain of its own.'),
    everyLine: z
      .boolean()
      .nullable()
      .describe(
        'Whether lines that are no requests count as well: upgraded connections, connections without a request, a server’s lines to itself, and requests that clients gave up.',
      ),
    timeZone: Text.max(64)
      .nullable()
      .describe('IANA time zone of stamps that carry no offset from UTC.'),
    vCpus: z
      .number()
      .int()
      .min(1)
      .max(4096)
      .nullable()
      .describe('vCPUs of the guest whose tool wrote shares of all of them and not how many.'),
  })
  .meta({ id: 'SourceSettings' })
export type SourceSettings = z.infer<typeof SourceSettings>

/**
 * A question about a source, answered by updating the source: `duration-unit` by
 * `settings.durationUnit`, `start-time` by `settings.startedAt` (for xenmon it applies to all files
 * of the folder), `interval` by `settings.intervalSeconds`, `cpu-hz` by `settings.tscHz`, `time-zone`
 * by `settings.timeZone`, `v-cpus` by `settings.vCpus`, `virtual-hosts` by `settings.byVirtualHost` (candidates `true` and
 * `false`), `domain` by `domains`. Send a candidate's `value`, or another value when no candidate
 * fits.
 */
export const SourceQuestion = z.object({
  id: z.enum([
    'duration-unit',
    'start-time',
    'cpu-hz',
    'interval',
    'time-zone',
    'v-cpus',
    'virtual-hosts',
    'domain',
  ]),
  text: z.string(),
  blocking: z.boolean().describe('An analysis cannot run until it is answered.'),
  candidates: z.array(z.object({ value: z.string(), label: z.string(), meaning: z.string() })),
  suggested: z
    .string()
    .nullish()
    .describe('The value of the most probable candidate; it is used only when it is sent back.'),
})
export type SourceQuestion = z.infer<typeof SourceQuestion>

export const SourceReport = z.object({
  lines: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  examples: z.array(
    z.object({
      line: z.number().int(),
      column: z.number().int().nullable(),
      excerpt: z.string(),
      reason: z.string(),
      expected: z.string().nullable(),
    }),
  ),
  firstAt: Timestamp.nullable(),
  lastAt: Timestamp.nullable(),
  connections: z
    .object({ requests: z.number().int(), reused: z.number().int() })
    .nullish()
    .describe(
      'Requests, and how many of them came on a connection that was open already. Null where the source does not say.',
    ),
  setAside: z
    .record(z.string(), z.number().int())
    .nullish()
    .describe('How many lines are no requests and were left out, by what they are.'),
  notes: z.array(z.string()),
})
export type SourceReport = z.infer<typeof SourceReport>

/**
 * The source of a fact, in order of precedence. The operator supplies what no source states and can
 * override any of them.
 */
export const FactOrigin = z
  .object({
    kind: z.enum(['operator', 'recording', 'xl-output', 'host', 'name']),
    path: z
      .string()
      .nullable()
      .describe('The file it was read from; null unless the kind is `xl-output`.'),
  })
  .meta({ id: 'FactOrigin' })
export type FactOrigin = z.infer<typeof FactOrigin>

function factOf<T extends z.ZodType>(value: T) {
  return z.object({ value, origin: FactOrigin }).nullable()
}

/** Facts about the host at the end of the recording; null when no source states them. */
export const HostFacts = z
  .object({
    scheduler: factOf(z.string()),
    tsliceMs: factOf(z.number().int()).describe('The time slice of credit.'),
    ratelimitUs: factOf(z.number().int()),
    xenVersion: factOf(z.string()),
    pCpus: factOf(z.number().int()),
    experiments: factOf(HostExperiments),
    domains: z.array(
      z.object({
        domain: FoundDomain,
        xenId: factOf(z.number().int()).describe(
          'The number that identifies the domain in xenmon’s logs.',
        ),
        weight: factOf(Weight),
        cap: factOf(z.number().int()).describe('Percent of one pCPU; 0 means no cap.'),
        vCpus: factOf(z.number().int()),
      }),
    ),
    contradictions: z
      .array(z.string())
      .describe('Facts on which saved outputs of xl disagree; none of these is used.'),
  })
  .meta({ id: 'HostFacts' })
export type HostFacts = z.infer<typeof HostFacts>

/** One recognised stream: a file, or a member of an archive. */
export const Source = z
  .object({
    id: Id,
    fileId: Id,
    path: z.string().describe('`vm1.log.gz`, or `bundle.zip!logs/vm1.log` inside an archive.'),
    kind: z
      .string()
      .describe(
        'The format it was recognised as, such as `xenmon` or `access-log`; `recording`, `xl-output` or `unknown` for what is no trace.',
      ),
    noun: z
      .object({ one: z.string(), many: z.string() })
      .describe('What one and several sources of this kind are called.'),
    observes: z
      .enum(['cpu', 'requests', 'clientRequests'])
      .nullable()
      .describe(
        'What an analysis learns from it: CPU use, or requests as the server or its clients saw them.',
      ),
    adjustable: z
      .array(SourceSettings.keyof())
      .describe('What may be said about a source of this kind.'),
    title: z.string().describe('Recognised format, for display.'),
    included: z.boolean(),
    settings: SourceSettings,
    domains: z
      .array(
        z.object({
          found: z.string(),
          domain: FoundDomain.nullable(),
          origin: FactOrigin.nullable().describe('Where this match comes from.'),
        }),
      )
      .describe('Names found in the source and the domain each denotes; null leaves it out.'),
    samples: z.array(
      z.object({
        raw: z.string(),
        fields: z.array(
          z.object({
            name: z.string(),
            value: z.string(),
            role: z
              .enum(['time', 'duration', 'status', 'bytes', 'vhost', 'request', 'reuse'])
              .nullish()
              .describe('What it is used as; absent where it is not used.'),
          }),
        ),
      }),
    ),
    durations: z
      .object({
        chosen: z.string().nullable().describe('Null while it is asked.'),
        candidates: SourceQuestion.shape.candidates,
      })
      .nullish()
      .describe(
        'Which number of a log counts as the duration, and what else could: values for `settings.durationUnit`.',
      ),
    questions: z.array(SourceQuestion),
    warnings: z.array(z.string()),
    trouble: Trouble.nullable().describe('Why the source was refused; null when it was not.'),
    report: SourceReport.nullable().describe('From the last complete reading.'),
  })
  .meta({ id: 'Source' })
export type Source = z.infer<typeof Source>

export const Upload = z
  .object({
    id: Id,
    name: z.string(),
    state: UploadState,
    hostId: Id.nullable(),
    createdAt: Timestamp,
    files: z.array(UploadFile),
    sources: z.array(Source),
    /** Contents of an uploaded `recording.json`; null when there is none. */
    recording: z
      .object({ description: z.string(), startedAt: Timestamp, phases: z.number().int() })
      .nullable(),
    hostFacts: HostFacts,
    warnings: z
      .array(z.string())
      .describe('What a live recording could not capture, and why. The upload is still usable.'),
    trouble: Trouble.nullable(),
    jobId: Id.nullable().describe('The job that records or inspects it, or the last one that did.'),
    /** What must be answered before an analysis can run; empty when it is ready. */
    openQuestions: z.array(z.object({ sourceId: Id, questionId: z.string(), text: z.string() })),
  })
  .meta({ id: 'Upload' })
export type Upload = z.infer<typeof Upload>

export const listUploads = endpoint({
  id: 'listUploads',
  method: 'GET',
  path: '/uploads',
  tag: 'Uploads',
  summary: 'List uploads, newest first',
  query: PageQuery,
  status: 200,
  response: page(Upload.omit({ sources: true, openQuestions: true, hostFacts: true })),
})

export const createUpload = endpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/uploads',
  tag: 'Uploads',
  summary: 'Create an upload; its files are sent over tus',
  body: z.object({ name: Name.optional(), hostId: Id.nullable().default(null) }),
  status: 201,
  response: Upload,
  idempotent: true,
})

export const getUpload = endpoint({
  id: 'getUpload',
  method: 'GET',
  path: '/uploads/:id',
  tag: 'Uploads',
  summary: 'Get one upload with its files and their recognised formats',
  params: IdParams,
  status: 200,
  response: Upload,
})

export const MeasuredDomain = z
  .object({
    domain: FoundDomain,
    measuredBy: z.enum(['client', 'access-log']),
    requests: z.number().int(),
    requestsPerSecond: z.number(),
    meanMs: z.number(),
    p50Ms: z.number().nullable(),
    ...percentilesMs(() => z.number().nullable()),
    histogram: z
      .array(z.object({ fromMs: z.number(), toMs: z.number(), count: z.number().int() }))
      .describe('Bins of equal width on a logarithmic axis.'),
  })
  .meta({ id: 'MeasuredDomain' })
export type MeasuredDomain = z.infer<typeof MeasuredDomain>

/** Response times over the whole upload; percentiles are those of requests, to 1 %. */
export const Measurements = z
  .object({
    state: z
      .enum(['not-ready', 'open-questions', 'reading', 'ready', 'failed'])
      .describe('The files are read by themselves once no question is open.'),
    jobId: Id.nullable().describe('The job that reads the files.'),
    trouble: Trouble.nullable().describe('Why the files could not be read.'),
    span: z.object({ from: Timestamp, to: Timestamp }).nullable(),
    domains: z.array(MeasuredDomain),
  })
  .meta({ id: 'Measurements' })
export type Measurements = z.infer<typeof Measurements>

export const getMeasurements = endpoint({
  id: 'getMeasurements',
  method: 'GET',
  path: '/uploads/:id/measurements',
  tag: 'Uploads',
  summary: 'Get the response times that an upload measures, domain by domain',
  params: IdParams,
  status: 200,
  response: Measurements,
})

export const updateUpload = endpoint({
  id: 'updateUpload',
  method: 'PATCH',
  path: '/uploads/:id',
  tag: 'Uploads',
  summary: 'Rename an upload',
  params: IdParams,
  body: z.object({ name: Name }),
  status: 200,
  response: Upload,
})

export const deleteUpload = endpoint({
  id: 'deleteUpload',
  method: 'DELETE',
  path: '/uploads/:id',
  tag: 'Uploads',
  summary: 'Delete an upload, its files and its observations',
  params: IdParams,
  status: 204,
})

export const FileParams = z.object({ id: Id, fileId: Id })

/** Resumable uploads of any size by tus 1.0 (creation, creation-with-upload, termination). */
export const tusCreateFile = endpoint({
  id: 'tusCreateFile',
  method: 'POST',
  path: '/uploads/:id/files',
  tag: 'Uploads',
  summary: 'Start a file (tus creation; the body may already carry bytes)',
  description:
    'Headers: `Tus-Resumable: 1.0.0`, `Upload-Length`, `Upload-Metadata: filename <base64>[,modifiedAt <base64 RFC 3339>]`. ' +
    'Answers 201 with `Location`, to which `PATCH` sends the rest and `HEAD` asks for the offset.',
  params: IdParams,
  status: 201,
})

export const deleteFile = endpoint({
  id: 'deleteFile',
  method: 'DELETE',
  path: '/uploads/:id/files/:fileId',
  tag: 'Uploads',
  summary: 'Remove a file from an upload (tus termination)',
  params: FileParams,
  status: 204,
})

export const inspectUpload = endpoint({
  id: 'inspectUpload',
  method: 'POST',
  path: '/uploads/:id/inspect',
  tag: 'Uploads',
  summary: 'Recognise the formats of the files once all have arrived',
  params: IdParams,
  status: 202,
  response: z.object({ upload: Upload, job: Job }),
})

export const exportForPerfetto = endpoint({
  id: 'exportForPerfetto',
  method: 'GET',
  path: '/uploads/:id/sources/:sourceId/perfetto',
  tag: 'Uploads',
  summary: 'Download part of a trace of xentrace for Perfetto (ui.perfetto.dev)',
  description:
    'A track for each pCPU with the vCPUs that it ran, and one for each vCPU with the times in which it ran and in which it waited for a pCPU. Times count from the start of the trace. A part of at most 60 s also has the requests of each guest with an access log that stamps milliseconds or finer, by the trace’s clock as `listTracedRequests` has them, and arrows between each and the runs of its guest meanwhile (the first 128).',
  params: z.object({ id: Id, sourceId: Id }),
  query: z.object({
    fromSeconds: z.coerce.number().min(0).max(86_400).default(0),
    seconds: z.coerce.number().positive().max(600).default(30),
  }),
  status: 200,
  produces: 'application/octet-stream',
})

export const updateSource = endpoint({
  id: 'updateSource',
  method: 'PATCH',
  path: '/uploads/:id/sources/:sourceId',
  tag: 'Uploads',
  summary: 'Set the format, unit, clock and domains of a source; its sample is read again',
  params: z.object({ id: Id, sourceId: Id }),
  body: z.object({
    included: z.boolean().optional(),
    settings: SourceSettings.extend({ timeZone: TimeZone.nullable() }).partial().optional(),
    domains: z
      .array(z.object({ found: Text.max(4096), domain: DomainName.nullable() }))
      .max(256)
      .optional(),
    alike: z
      .boolean()
      .default(false)
      .describe('Apply `settings` to every included source of this kind with the same question.'),
  }),
  status: 200,
  response: Upload,
})
