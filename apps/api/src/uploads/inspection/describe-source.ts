import type { KnownHost } from '@steelyard/analysis'
import type { SourceSettings, Trouble } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import {
  type Detection,
  formatOf,
  type ReadableDetection,
  type SourceSpec,
} from '@steelyard/traces'
import { words } from '@steelyard/words'
import { readXlOutput } from '@steelyard/xen'
import type { DomainMatch, SourceFacts, SourceState } from '../source-state.ts'
import { troubleOf } from '../trace-trouble.ts'
import { type Preview, previewSource } from './preview-source.ts'
import { recordedLog } from './recorded-format.ts'
import { answersOf } from './said-of.ts'
import { settleDomains } from './settle-domains.ts'
import { settleSource } from './settle-source.ts'

export interface Described {
  /** The kind of its format, or `recording`, `xl-output`, `unknown`. */
  kind: string
  state: SourceState
  spec: SourceSpec | null
  /** Shows which of two logs of the same requests has finer times. Null for what is not read. */
  preview: Preview | null
}

/** Describes a source with these settings: how it is shown, what is asked, how it is read. */
export async function describeSource(input: {
  path: string
  detection: Detection
  settings: SourceSettings
  said: readonly DomainMatch[]
  facts: SourceFacts
  known: KnownHost
  /** The first lines, each complete. */
  lines: Buffer
}): Promise<Described> {
  const { detection, settings, facts } = input
  const state: SourceState = {
    detection,
    title: words.uploads.sourceTitle(detection, facts.trace),
    settings,
    domains: [],
    questions: [],
    warnings: detection.kind === 'unknown' ? [] : [...detection.warnings],
    leftOut: null,
    trouble: null,
    includedSaid: false,
    facts,
    xlOutput: null,
  }
  const described = { kind: detection.kind, state, spec: null, preview: null }
  if (detection.kind === 'unknown') {
    const { reason, expected, isLog } = detection
    state.trouble = {
      code: isLog ? 'log-of-unknown-format' : 'not-a-trace',
      message: reason,
      where: { path: input.path },
      expected,
      fix:
        detection.samples.length === 0
          ? 'Remove it; the other files are analysed without it.'
          : isLog
            ? 'Paste the format of the log here, or remove it.'
            : 'Remove it, or paste the log format if it is an access log.',
    }
    return described
  }
  if (detection.kind === 'xl-output') describeXlOutput(state, input.lines)
  if (detection.spec === null) return described
  return describeReadable(input, detection, state)
}

function describeXlOutput(state: SourceState, lines: Buffer): void {
  const { commands, problems, ...output } = readXlOutput(lines.toString('utf8'))
  state.xlOutput = { commands, problems, ...output }
  if (commands.length > 0) state.title = `Output of ${formatList(commands)}`
  state.warnings.push(...problems.map((problem) => `A part of it is ignored: ${problem}`))
  if (commands.length === 0 && problems.length === 0)
    state.warnings.push('It names no guest, no weight and no scheduler.')
}

async function describeReadable(
  input: Parameters<typeof describeSource>[0],
  detection: ReadableDetection,
  state: SourceState,
): Promise<Described> {
  const { settings, facts, known } = input
  const preview = await previewSource(
    settleSource(detection, { settings, facts, domains: [] }, known).provisional,
    input.lines,
    input.path,
  )
  const trouble = preview.error ? troubleOf(preview.error, input.path) : damageOf(facts, input.path)
  if (trouble) {
    state.trouble = trouble
    return { kind: detection.kind, state, spec: null, preview }
  }
  state.facts = {
    ...facts,
    firstAtEpochSeconds: preview.report?.firstAtEpochSeconds ?? facts.firstAtEpochSeconds,
  }
  state.domains = settleDomains(detection, foundNames(input, detection, preview), input.said, known)
  const { spec, questions } = settleSource(detection, state, known)
  state.questions = questions
  state.warnings.push(...rejections(preview))
  return { kind: detection.kind, state, spec, preview }
}

/** Traces name their domains. A log belongs to one domain and is named after its file. */
function foundNames(
  { path, settings, facts, known }: Parameters<typeof describeSource>[0],
  detection: ReadableDetection,
  { found: names }: Preview,
): string[] {
  const look = { names, answers: answersOf(settings), trace: facts.trace }
  const recorded = recordedLog(known.recording, path)
  return (
    formatOf(detection).namesIn(detection, look) ?? [
      recorded?.domain ?? detection.suggestedDomain ?? path,
    ]
  )
}

/** Damage after the first records, which the preview does not reach. */
function damageOf({ trace }: SourceFacts, path: string): Trouble | null {
  if (!trace?.damage) return null
  const { message, byte, expected, fix } = trace.damage
  const where = { path, ...(byte === null ? {} : { byte }) }
  return { code: 'damaged-trace', message, where, expected, fix }
}

function rejections({ report }: Preview): string[] {
  const first = report?.examples[0]
  if (!report || !first) return []
  return [
    `${report.rejected} of the first ${report.lines} lines are not understood, such as line ${first.line}: ${first.reason}.`,
  ]
}
