import type { Readable } from 'node:stream'
import {
  alignCpuToRequests,
  eachMember,
  ObservationBuilder,
  type ReadableDetection,
  readSource,
  type SourceSpec,
  TraceError,
} from '@steelyard/traces'
import type { Deps } from '../../deps.ts'
import type { JobContext } from '../../jobs/job-kind.ts'
import type { SourceState } from '../source-state.ts'
import type { UploadWithSources } from '../upload-row.ts'
import type { Candidate } from './choose-sources.ts'
import type { KnownHost } from './known-host.ts'
import { asUploaded } from './read-members.ts'
import { settleSource } from './settle-source.ts'

type Draft = Candidate & { fileId: string }

/** Windows of a second: enough for an hour, beyond which one second tells nothing any more. */
const MAX_SECONDS = 4000

/**
 * For CPU traces whose start nobody said: the start at which CPU use follows the logged requests
 * best. Only a suggestion; its question stays open until it is confirmed.
 */
export async function alignTraces(
  context: Pick<JobContext<unknown>, 'deps' | 'signal' | 'progress'>,
  upload: UploadWithSources,
  drafts: readonly Draft[],
  known: KnownHost,
): Promise<void> {
  const unclocked = drafts.filter((draft) => draft.included && lacksStart(draft))
  const logs = drafts.filter((draft) => draft.included && draft.kind === 'access-log')
  if (unclocked.length === 0 || logs.length === 0) return
  const stage = 'Looking for the start of the CPU trace'
  context.progress({ stage, done: null, total: null, unit: null, message: null })
  const requests = await observe(context, upload, logs, (draft) => provisionalSpec(draft, known))
  const cpu = await observe(context, upload, unclocked, (draft) => provisionalSpec(draft, known))
  if (!requests || !cpu) return
  const alignment = alignCpuToRequests(cpu, requests)
  for (const draft of unclocked) {
    if (alignment.kind === 'unknown') {
      draft.state.warnings.push(`Its start cannot be told from the logs: ${alignment.reason}`)
      continue
    }
    const { startEpochSeconds, correlation } = alignment
    draft.state.facts = { ...draft.state.facts, aligned: { startEpochSeconds, correlation } }
    const { questions } = settleSource(readable(draft.state), draft.state, known)
    draft.state.questions = questions
  }
}

function lacksStart(draft: Draft): boolean {
  return draft.state.questions.some((question) => question.id === 'start-time')
}

function readable(state: SourceState): ReadableDetection {
  return state.detection as ReadableDetection
}

/** A trace of unknown start is on a clock of its own that starts at 0; a log's unit does not matter. */
function provisionalSpec({ state }: Draft, known: KnownHost): SourceSpec {
  return settleSource(readable(state), state, known).provisional
}

async function observe(
  { deps, signal }: { deps: Deps; signal: AbortSignal },
  upload: UploadWithSources,
  drafts: readonly Draft[],
  specOf: (draft: Draft) => SourceSpec,
) {
  const builder = new ObservationBuilder({ windowSeconds: 1, maxWindows: MAX_SECONDS })
  try {
    for (const file of upload.files) {
      const wanted = drafts.filter((draft) => draft.fileId === file.id)
      if (wanted.length === 0) continue
      await eachMember(
        asUploaded(deps.config, file),
        async (member, bytes: Readable) => {
          const draft = wanted.find((w) => w.path === member.path)
          if (!draft) return
          const relativeTime = draft.kind !== 'access-log'
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
    // A source that cannot be read to its end will say so in the analysis; here it is no clue.
    if (error instanceof TraceError && error.code !== 'aborted') return null
    throw error
  }
  const { windowSeconds, observations } = builder.finish()
  return windowSeconds === 1 ? observations : null
}
