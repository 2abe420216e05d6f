import { Trouble, type Watch, type WatchState } from '@steelyard/contract'
import type { LineCounts } from '@steelyard/traces'
import { z } from 'zod'
import type { WatchModel } from '../generated/prisma/models.ts'
import { jsonColumn } from '../json-column.ts'

/** What `Watch.problem` holds. */
export interface WatchProblem {
  host: Trouble | null
  /** By domain. */
  logs: Record<string, Trouble>
}

/** What `Watch.logs` holds: how the lines of each followed log fared, by domain. */
export type WatchLogs = Record<string, LineCounts>

export const watchProblem = jsonColumn<WatchProblem>(
  'the trouble of a watch',
  z.looseObject({ host: Trouble.nullable(), logs: z.record(z.string(), Trouble) }),
)

export const watchLogs = jsonColumn<WatchLogs>(
  'the lines of followed logs',
  z.record(z.string(), z.looseObject({ accepted: z.number(), rejected: z.number() })),
)

export function serialiseWatch(row: WatchModel): Watch {
  const problem = watchProblem.readIfAny(row.problem)
  return {
    intervalSeconds: row.intervalSeconds,
    guestLogs: row.guestLogs,
    trace:
      row.traceEveryMinutes === null
        ? null
        : { everyMinutes: row.traceEveryMinutes, seconds: row.traceSeconds },
    state: row.state as WatchState,
    since: row.createdAt.toISOString(),
    storedTo: row.storedTo?.toISOString() ?? null,
    tracedAt: row.tracedAt?.toISOString() ?? null,
    logs: logsOf(row, problem),
    trouble: problem?.host ?? null,
  }
}

function logsOf({ logs }: WatchModel, problem: WatchProblem | null): Watch['logs'] {
  const counts = watchLogs.readIfAny(logs) ?? {}
  const troubles = problem?.logs ?? {}
  const domains = new Set([...Object.keys(counts), ...Object.keys(troubles)])
  return [...domains].sort().map((domain) => {
    const { accepted, rejected, lastRejected, untimed } = counts[domain] ?? NOTHING_READ
    return {
      domain,
      trouble: troubles[domain] ?? null,
      acceptedLines: accepted,
      rejectedLines: rejected,
      lastRejected: lastRejected && {
        line: lastRejected.line,
        excerpt: lastRejected.excerpt,
        reason: lastRejected.reason,
      },
      // Absent in what an earlier version stored.
      untimed: untimed ?? null,
    }
  })
}

const NOTHING_READ = { accepted: 0, rejected: 0, lastRejected: null, untimed: null }
