import type { KnownHost } from '@steelyard/analysis'
import type { SourceSettings } from '@steelyard/contract'
import {
  type Detection,
  detectSource,
  type MemberInfo,
  type SourceSpec,
  TraceError,
  visible,
} from '@steelyard/traces'
import { AppError, invalid } from '../../errors.ts'
import type { FilesSetting } from '../../files/files-setting.ts'
import { openFiles } from '../../files/open-files.ts'
import type { SourceModel, UploadFileModel } from '../../generated/prisma/models.ts'
import { describeSource } from '../inspection/describe-source.ts'
import { upToLastLine } from '../inspection/preview-source.ts'
import { type MemberHead, readHeads } from '../inspection/read-members.ts'
import { answersOf } from '../inspection/said-of.ts'
import { type DomainMatch, type SourceState, stateOf } from '../source-state.ts'
import type { SourceChange } from './source-change.ts'

/** A source and what was answered about it. */
export interface Answered {
  source: SourceModel
  change: SourceChange
}

export interface AnsweredSources {
  stored: FilesSetting
  files: readonly UploadFileModel[]
  answered: readonly Answered[]
  known: KnownHost
}

/** A source as the answers leave it. */
export interface DescribedAgain {
  sourceId: string
  kind: string
  state: SourceState
  spec: SourceSpec | null
  included: boolean
}

/**
 * Reads the beginnings of sources again and describes them with the answers. It runs in a thread,
 * because it takes as long as the way into an archive, and stores nothing.
 * @throws AppError `source-refused`, `invalid` for an answer that does not fit a source
 */
export async function describeAgain({
  stored,
  files,
  answered,
  known,
}: AnsweredSources): Promise<DescribedAgain[]> {
  const described: DescribedAgain[] = []
  const store = openFiles(stored)
  for (const file of files) {
    const ofFile = answered.filter(({ source }) => source.fileId === file.id)
    if (ofFile.length === 0) continue
    const visit = async (head: MemberHead) => {
      const { source, change } = ofFile.find((each) => each.source.path === head.member.path)!
      described.push(await describeOne(source, change, head, known))
    }
    const paths = ofFile.map(({ source }) => source.path)
    await readHeads(store, file, paths, visit).catch((error) => {
      // A damaged file has no beginning to read, so it stays refused for the same reason.
      if (!(error instanceof TraceError)) throw error
    })
  }
  const unread = answered.find(({ source }) => !described.some((d) => d.sourceId === source.id))
  if (unread) throw sourceRefused(unread.source)
  return described
}

async function describeOne(
  source: SourceModel,
  change: SourceChange,
  head: MemberHead,
  known: KnownHost,
): Promise<DescribedAgain> {
  const state = stateOf(source)
  if (state.trouble?.code === 'duplicate-file') throw sourceRefused(source)
  const given = Object.entries(change.settings ?? {}).filter(([, value]) => value !== undefined)
  const settings: SourceSettings = { ...state.settings, ...Object.fromEntries(given) }
  const described = await describeSource({
    path: source.path,
    detection: detect({ ...head, end: state.facts.end }, settings, change),
    settings,
    said: merge(state.domains, change.domains),
    facts: state.facts,
    known,
    lines: upToLastLine(head.head, head.whole),
  })
  if (described.state.trouble && change.included) throw sourceRefused(source)
  refuseUnknownNames(described.state.domains, change)
  described.state.leftOut = state.leftOut
  const healed = state.trouble !== null && described.state.trouble === null
  described.state.includedSaid = change.included !== undefined || state.includedSaid
  return {
    sourceId: source.id,
    kind: described.kind,
    state: described.state,
    spec: described.spec,
    included:
      described.state.trouble === null &&
      (change.included ?? (source.included || (healed && !state.includedSaid))),
  }
}

function sourceRefused({ path }: SourceModel): AppError {
  return new AppError('unprocessable', `${path} was refused, so it cannot be included.`, {
    code: 'source-refused',
  })
}

function detect(
  { member, head, end = '' }: { member: MemberInfo; head: Buffer; end?: string | undefined },
  settings: SourceSettings,
  change: SourceChange,
): Detection {
  try {
    const last = Buffer.from(end, 'base64')
    const detection = detectSource(member, head, answersOf(settings), last)
    if (detection.kind === 'unknown' && change.settings?.logFormat) {
      throw invalid('body.settings.logFormat', detection.reason)
    }
    return detection
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    const field = change.settings?.timeZone ? 'timeZone' : 'logFormat'
    const help = [error.message, error.expected && `Expected: ${error.expected}.`, error.fix]
    throw invalid(`body.settings.${field}`, help.filter(Boolean).join(' '))
  }
}

/** A name in the source comes back as it was shown. */
function merge(earlier: readonly DomainMatch[], said: SourceChange['domains'] = []): DomainMatch[] {
  const now = said.map(({ found: shown, domain }) => {
    const found = earlier.find((match) => visible(match.found) === shown)?.found ?? shown
    return { found, domain, said: true }
  })
  const kept = earlier.filter((match) => !now.some((match_) => match_.found === match.found))
  return [...kept, ...now]
}

function refuseUnknownNames(matches: readonly DomainMatch[], { domains = [] }: SourceChange): void {
  const shown = matches.map((match) => visible(match.found))
  const index = domains.findIndex(({ found }) => !shown.includes(found))
  if (index >= 0) throw invalid(`body.domains.${index}.found`, 'is not found in this source')
}
