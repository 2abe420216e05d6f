import {
  groupWindows,
  measuredDistribution,
  measuredResponseTime,
  measurerOf,
  trimToRequests,
  type Window,
} from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import type { Db } from '../../db.ts'
import { isoOf } from '../../epoch.ts'
import { toMs } from '../../milliseconds.ts'
import { isUnfinished } from '../../queue/job-row.ts'
import { keyOfSources } from '../observations/observe-sources.ts'
import { findObservationSet, loadObservations } from '../observations/stored-observations.ts'
import { openQuestions } from '../open-questions.ts'
import { loadUpload, type UploadWithSources, uploadState } from '../upload-row.ts'
import { readUploadKind } from './read-upload.kind.ts'
import { sourcesToRead } from './sources-to-read.ts'

const HISTOGRAM_BINS = 48

/**
 * The response times that an upload measures, as far as it has been read.
 * @throws AppError `upload-not-found`
 */
export async function getMeasurements(db: Db, id: string): Promise<contract.Measurements> {
  const upload = await loadUpload(db, id)
  const nothing = { jobId: null, trouble: null, span: null, domains: [] }
  if (uploadState(upload) !== 'ready') return { ...nothing, state: 'not-ready' }
  if (openQuestions(upload.sources).length > 0) return { ...nothing, state: 'open-questions' }
  const windows = await windowsOf(db, upload)
  if (windows) return { ...nothing, state: 'ready', ...measured(windows) }
  const job = await db.job.findFirst({
    where: { kind: readUploadKind.kind, subjectKind: 'upload', subjectId: id },
    orderBy: { createdAt: 'desc' },
  })
  return {
    ...nothing,
    state: isUnfinished(job) ? 'reading' : 'failed',
    jobId: job?.id ?? null,
    trouble: (job?.error ?? null) as contract.Trouble | null,
  }
}

/** The windows that an analysis would look at. Null before the sources have been read. */
async function windowsOf(db: Db, upload: UploadWithSources): Promise<Window[] | null> {
  const set = await findObservationSet(db, keyOfSources(sourcesToRead(upload)))
  if (!set) return null
  const { observations, windowSeconds } = await loadObservations(db, set)
  return trimToRequests(groupWindows(observations, windowSeconds))
}

function measured(windows: readonly Window[]): Pick<contract.Measurements, 'span' | 'domains'> {
  const [first, last] = [windows[0], windows.at(-1)]
  if (!first || !last) return { span: null, domains: [] }
  const names = [...new Set(windows.flatMap(({ byDomain }) => [...byDomain.keys()]))]
  const seconds = last.startEpochSeconds + last.seconds - first.startEpochSeconds
  return {
    span: { from: isoOf(first.startEpochSeconds), to: isoOf(first.startEpochSeconds + seconds) },
    domains: names.flatMap((domain) => measuredDomain(windows, domain, seconds) ?? []),
  }
}

function measuredDomain(
  windows: readonly Window[],
  domain: string,
  seconds: number,
): contract.MeasuredDomain | null {
  const by = measurerOf(windows, domain)
  const times = measuredResponseTime(windows, domain, by)
  if (!times) return null
  return {
    domain,
    measuredBy: times.measuredBy,
    requests: times.requests,
    requestsPerSecond: times.requests / seconds,
    meanMs: times.meanSeconds * 1000,
    p50Ms: toMs(times.p50Seconds),
    p95Ms: toMs(times.p95Seconds),
    p99Ms: toMs(times.p99Seconds),
    histogram: measuredDistribution(windows, domain, by, HISTOGRAM_BINS).map((bin) => ({
      fromMs: bin.fromSeconds * 1000,
      toMs: bin.toSeconds * 1000,
      count: bin.count,
    })),
  }
}
