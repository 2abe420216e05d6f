import type { Readable } from 'node:stream'
import type { KnownHost } from '@steelyard/analysis'
import {
  type Alignment,
  alignCpuToRequests,
  eachMember,
  findFormat,
  ObservationBuilder,
  type ReadableDetection,
  readSource,
  type SourceSpec,
  TraceError,
} from '@steelyard/traces'
import type { Deps } from '../../deps.ts'
import type { JobContext } from '../../jobs/handle-job.ts'
import type { SourceState } from '../source-state.ts'
import { asUploaded } from '../stored-file.ts'
import type { UploadWithSources } from '../upload-row.ts'
import type { Candidate } from './choose-sources.ts'
import { settleSource } from './settle-source.ts'

type Draft = Candidate & { fileId: string }

/** Enough windows of one second for an hour; in longer traces one second shows nothing any more. */
const MAX_WINDOWS = 4000

/**
 * Suggests a start for CPU traces whose start is unknown: the one at which CPU use follows the
 * logged requests best. The question stays open until the operator confirms it.
 */
export async function alignTraces(
  context: Pick<JobContext<unknown>, 'deps' | 'signal' | 'progress'>,
  upload: UploadWithSources,
  drafts: readonly Draft[],
  known: KnownHost,
): Promise<void> {
  const unclocked = drafts.filter((draft) => draft.included && lacksStart(draft))
  const logs = drafts.filter((draft) => draft.included && observes(draft) === 'requests')
  if (unclocked.length === 0 || logs.length === 0) return
  context.progress({ stage: 'Looking for the start of the CPU trace' })
  const specOf = (draft: Draft) => provisionalSpec(draft, known)
  // Narrow windows suit short exact traces and logs with stamps finer than a second. If they find
  // no start, windows of one second may.
  const finest = Math.min(...unclocked.map(finestWindowSeconds))
  const widths = finest < 1 ? [finest, 1] : [1]
  let alignment: Alignment | null = null
  for (const width of widths) {
    const requests = await observe(context, upload, logs, specOf, width)
    const cpu = requests && (await observe(context, upload, unclocked, specOf, width))
    if (!requests || !cpu) continue
    alignment = alignCpuToRequests(cpu, requests)
    if (alignment.kind === 'found') break
  }
  if (!alignment) return
  for (const draft of unclocked) {
    if (alignment.kind === 'unknown') {
      draft.state.warnings.push(`Its start cannot be determined from the logs: ${alignment.reason}`)
      continue
    }
    const { startEpochSeconds, correlation } = alignment
    draft.state.facts = { ...draft.state.facts, aligned: { startEpochSeconds, correlation } }
    const { questions } = settleSource(readable(draft.state), draft.state, known)
    draft.state.questions = questions
  }
}

function observes({ kind }: Draft) {
  return findFormat(kind)?.observes
}

function finestWindowSeconds({ kind }: Draft): number {
  const format = findFormat(kind)
  return format?.observes === 'cpu' ? format.meter.finestWindowSeconds : 1
}

function lacksStart(draft: Draft): boolean {
  if (findFormat(draft.kind)?.clock === 'own') return false
  return draft.state.questions.some((question) => question.id === 'start-time')
}

function readable(state: SourceState): ReadableDetection {
  return state.detection as ReadableDetection
}

/** A trace of unknown start has a clock that starts at 0; a log's unit does not matter. */
function provisionalSpec({ state }: Draft, known: KnownHost): SourceSpec {
  return settleSource(readable(state), state, known).provisional
}

async function observe(
  { deps, signal }: { deps: Deps; signal: AbortSignal },
  upload: UploadWithSources,
  drafts: readonly Draft[],
  specOf: (draft: Draft) => SourceSpec,
  windowWidth: number,
) {
  const builder = new ObservationBuilder({ windowSeconds: windowWidth, maxWindows: MAX_WINDOWS })
  try {
    for (const file of upload.files) {
      const wanted = drafts.filter((draft) => draft.fileId === file.id)
      if (wanted.length === 0) continue
      await eachMember(
        asUploaded(deps.files, file),
        async (member, bytes: Readable) => {
          const draft = wanted.find((w) => w.path === member.path)
          if (!draft) return
          const relativeTime = observes(draft) === 'cpu'
          await readSource(bytes, specOf(draft), builder, {
            path: draft.path,
            relativeTime,
            signal,
          })
        },
        { signal },
      )
    }
  } catch (error) {
    // The analysis will report a source that cannot be read to its end; here it gives no evidence.
    if (error instanceof TraceError && error.code !== 'aborted') return null
    throw error
  }
  const { windowSeconds, observations } = builder.finish()
  return windowSeconds === windowWidth ? observations : null
}
