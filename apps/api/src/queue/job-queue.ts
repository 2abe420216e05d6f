import { fromPrisma, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { askingRequest } from '../asking-request.ts'
import type { Prisma, Tx } from '../db.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import type { Logger } from '../logger.ts'
import type { JobKind, JobRunner } from './job-kind.ts'
import { notifyJob } from './job-row.ts'

/** The queue carries only this; the job row holds the state. */
export interface JobMessage {
  jobId: string
  /** No one waits for the job, so it must not delay jobs that someone asked for. */
  inBackground?: boolean
}

export interface JobSubject {
  kind: 'upload' | 'analysis' | 'run' | 'host' | 'plan' | 'application' | 'pool'
  id: string
}

/** The queues in which jobs wait for their runner. A job in one never delays another queue. */
export type QueueName =
  | JobRunner
  | `${JobRunner}-${'long' | 'urgent' | 'probe' | 'part' | 'background'}`

export const queuesOf = (runner: JobRunner): QueueName[] => [
  runner,
  `${runner}-long`,
  `${runner}-urgent`,
  `${runner}-probe`,
  `${runner}-part`,
  `${runner}-background`,
]

function queueOf(
  { runner, long, urgent, probe, part }: JobKind,
  { inBackground }: JobMessage,
): QueueName {
  if (inBackground) return `${runner}-background`
  if (urgent) return `${runner}-urgent`
  if (probe) return `${runner}-probe`
  if (part) return `${runner}-part`
  return long ? `${runner}-long` : runner
}

/** A worker that misses this much is taken for dead (10 s is the least that pg-boss accepts). */
export const HEARTBEAT_SECONDS = 10
/** The maximum for one attempt; pg-boss accepts at most a day. */
const ATTEMPT_SECONDS = 12 * 3600

interface EnqueueOptions {
  subject?: JobSubject
  createdById?: string | null
  inBackground?: JobMessage['inBackground']
  /** The job that it is a part of. */
  wholeId?: string
}

export interface JobQueue {
  boss: PgBoss
  /** Writes the job row and its message in the caller's transaction: both or neither. */
  enqueue<Payload extends z.ZodType>(
    tx: Tx,
    kind: JobKind<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<JobModel>
  close(): Promise<void>
}

/**
 * @param supervise true where dead attempts are detected (worker, agent); the API only enqueues.
 */
export async function startJobQueue(
  databaseUrl: string,
  log: Logger,
  { supervise }: { supervise: boolean },
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    max: supervise ? 3 : 2,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    useListenNotify: supervise,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'))
  try {
    await boss.start()
    await ensureQueues(boss)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
  return {
    boss,
    enqueue: (tx, kind, payload, options) => enqueue(boss, tx, kind, payload, options),
    close: () => boss.stop({ graceful: false }),
  }
}

export async function ensureQueues(boss: PgBoss): Promise<void> {
  for (const name of [...queuesOf('worker'), ...queuesOf('agent')]) await ensureQueue(boss, name)
}

async function ensureQueue(boss: PgBoss, name: QueueName): Promise<void> {
  const options = {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: ATTEMPT_SECONDS,
    retryDelay: 1,
    notify: true,
  }
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

async function enqueue<Payload extends z.ZodType>(
  boss: PgBoss,
  tx: Tx,
  kind: JobKind<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<JobModel> {
  const job = await tx.job.create({
    data: {
      kind: kind.kind,
      payload: kind.payload.parse(payload) as Prisma.InputJsonObject,
      subjectKind: options.subject?.kind ?? null,
      subjectId: options.subject?.id ?? null,
      createdById: options.createdById ?? null,
      ...askingRequest(),
      wholeId: options.wholeId ?? null,
    },
  })
  const { inBackground = false } = options
  await sendJob(boss, tx, kind, { jobId: job.id, inBackground })
  await notifyJob(tx, job.id)
  return job
}

/**
 * Allows one delivery more than the kind's attempts. If the last attempt dies too, the extra
 * delivery finds the row out of attempts and fails it with a reason, instead of leaving it
 * `running` for ever.
 */
export async function sendJob(
  boss: PgBoss,
  tx: Tx,
  kind: JobKind,
  message: JobMessage,
): Promise<void> {
  const options = { retryLimit: kind.maxAttempts, db: fromPrisma(tx) }
  await boss.send(queueOf(kind, message), message, options)
}
