import { z } from 'zod'
import {
  DomainName,
  Id,
  IdParams,
  Name,
  PageQuery,
  page,
  Text,
  Timestamp,
  Trouble,
  Weight,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'

export const UploadState = z
  .enum(['receiving', 'recording', 'inspecting', 'ready', 'refused'])
  .describe('`recording`: its files are being written by a recording of its host, see `jobId`.')
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

export const SourceKind = z.enum([
  'xentrace',
  'xenmon',
  'xentop',
  'access-log',
  'client-times',
  'recording',
  'xl-output',
  'unknown',
])
export type SourceKind = z.infer<typeof SourceKind>

/** The usual candidates of the question `duration-unit`; there are others, such as `none`. */
/** What the operator may say about a source; only what fits its kind is used, null = as detected. */
export const SourceSettings = z
  .object({
    logFormat: Text.max(4000)
      .nullable()
      .describe("Apache's `LogFormat` or nginx's `log_format` string."),
    durationUnit: Text.max(40)
      .nullable()
      .describe('Which number is the duration, in which unit: a candidate of that question.'),
    startedAt: Timestamp.nullable().describe(
      'When a trace without a clock (xentrace, xenmon, xentop) began.',
    ),
    intervalSeconds: z.number().positive().max(3600).nullable().describe('Between xentop samples.'),
    tscHz: z
      .number()
      .min(1e6)
      .max(1e11)
      .nullable()
      .describe('Cycles per second of the clock that xentrace stamps its records with.'),
    byVirtualHost: z.boolean().nullable().describe('One domain per virtual host of the log.'),
    timeZone: Text.max(64)
      .nullable()
      .describe('IANA zone of times that are logged without an offset from UTC.'),
  })
  .meta({ id: 'SourceSettings' })
export type SourceSettings = z.infer<typeof SourceSettings>

/**
 * Answered by updating the source: `duration-unit` by `settings.durationUnit`, `start-time` by
 * `settings.startedAt` (of xenmon: for all files of its folder), `interval` by
 * `settings.intervalSeconds`, `cpu-hz` by `settings.tscHz`, `time-zone` by `settings.timeZone`, `virtual-hosts` by
 * `settings.byVirtualHost` (candidates `true` and `false`), `log-format` by `settings.logFormat`,
 * `domain` by `domains`. A candidate's
 * `value` is what to send; other values are welcome where there are none that fit.
 */
export const SourceQuestion = z.object({
  id: z.enum([
    'duration-unit',
    'start-time',
    'cpu-hz',
    'interval',
    'time-zone',
    'virtual-hosts',
    'domain',
  ]),
  text: z.string(),
  blocking: z.boolean().describe('An analysis cannot run before it is answered.'),
  candidates: z.array(z.object({ value: z.string(), label: z.string(), meaning: z.string() })),
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
  notes: z.array(z.string()),
})
export type SourceReport = z.infer<typeof SourceReport>

/**
 * Who said a fact. Where several do, the first of this order counts; what nobody said is for the
 * operator to answer, who can say otherwise in any case.
 */
export const FactOrigin = z
  .object({
    kind: z.enum(['operator', 'recording', 'xl-output', 'host', 'name']),
    path: z.string().nullable().describe('The file that says it, where it is saved output of xl.'),
  })
  .meta({ id: 'FactOrigin' })
export type FactOrigin = z.infer<typeof FactOrigin>

function factOf<T extends z.ZodType>(value: T) {
  return z.object({ value, origin: FactOrigin }).nullable()
}

/** What the upload and its host tell of the host at the end of the recording; null = nobody says. */
export const HostFacts = z
  .object({
    scheduler: factOf(z.string()),
    pCpus: factOf(z.number().int()),
    domains: z.array(
      z.object({
        domain: DomainName,
        xenId: factOf(z.number().int()).describe('The number that xenmon calls it by.'),
        weight: factOf(Weight),
        cap: factOf(z.number().int()).describe('Percent of one pCPU; 0 = none.'),
      }),
    ),
    contradictions: z
      .array(z.string())
      .describe('What saved outputs of xl say differently, so that none of it is taken.'),
  })
  .meta({ id: 'HostFacts' })
export type HostFacts = z.infer<typeof HostFacts>

/** One recognised stream: a file, or a member of an archive. */
export const Source = z
  .object({
    id: Id,
    fileId: Id,
    path: z.string().describe('`vm1.log.gz`, or `bundle.zip!logs/vm1.log` inside an archive.'),
    kind: SourceKind,
    title: z.string().describe('What it was recognised as, in words.'),
    included: z.boolean(),
    settings: SourceSettings,
    domains: z
      .array(
        z.object({
          found: z.string(),
          domain: DomainName.nullable(),
          origin: FactOrigin.nullable().describe('Who says that it stands for that domain.'),
        }),
      )
      .describe('Names found in the source and the domain each stands for; null leaves it out.'),
    samples: z.array(
      z.object({
        raw: z.string(),
        fields: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
    questions: z.array(SourceQuestion),
    warnings: z.array(z.string()),
    trouble: Trouble.nullable().describe('Why it was refused, when it was.'),
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
    /** From an uploaded `recording.json`, when there is one. */
    recording: z
      .object({ description: z.string(), startedAt: Timestamp, phases: z.number().int() })
      .nullable(),
    hostFacts: HostFacts,
    warnings: z
      .array(z.string())
      .describe('What a live recording could not bring along, and why; it is usable all the same.'),
    trouble: Trouble.nullable(),
    jobId: Id.nullable().describe('Of the job that records or inspects it, or did last.'),
    /** Why an analysis cannot run yet; empty = ready. */
    openQuestions: z.array(z.object({ sourceId: Id, questionId: z.string(), text: z.string() })),
  })
  .meta({ id: 'Upload' })
export type Upload = z.infer<typeof Upload>

export const listUploads = endpoint({
  id: 'listUploads',
  method: 'GET',
  path: '/uploads',
  tag: 'Uploads',
  summary: 'Uploads, newest first',
  query: PageQuery,
  status: 200,
  response: page(Upload.omit({ sources: true, openQuestions: true, hostFacts: true })),
})

export const createUpload = endpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/uploads',
  tag: 'Uploads',
  summary: 'Open an upload; files follow over tus',
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
  summary: 'One upload with its files and what they were recognised as',
  params: IdParams,
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

/** The tus 1.0 protocol (creation, creation-with-upload, termination): resumable, any size. */
export const tusCreateFile = endpoint({
  id: 'tusCreateFile',
  method: 'POST',
  path: '/uploads/:id/files',
  tag: 'Uploads',
  summary: 'Begin a file (tus creation; the body may already carry bytes)',
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
  summary: 'Take a file out of an upload (tus termination)',
  params: FileParams,
  status: 204,
})

export const inspectUpload = endpoint({
  id: 'inspectUpload',
  method: 'POST',
  path: '/uploads/:id/inspect',
  tag: 'Uploads',
  summary: 'All files are there: recognise what they are',
  params: IdParams,
  status: 202,
  response: z.object({ upload: Upload, job: Job }),
})

export const updateSource = endpoint({
  id: 'updateSource',
  method: 'PATCH',
  path: '/uploads/:id/sources/:sourceId',
  tag: 'Uploads',
  summary: 'Say what a source is: its format, unit, clock and domains; the sample is read again',
  params: z.object({ id: Id, sourceId: Id }),
  body: z.object({
    included: z.boolean().optional(),
    settings: SourceSettings.partial().optional(),
    domains: z
      .array(z.object({ found: Text, domain: DomainName.nullable() }))
      .max(256)
      .optional(),
  }),
  status: 200,
  response: Upload,
})
