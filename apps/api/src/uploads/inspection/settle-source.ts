import type { KnownHost } from '@steelyard/analysis'
import type { SourceQuestion } from '@steelyard/contract'
import type { ReadableDetection, SourceSpec, Subject, XentopSpec } from '@steelyard/traces'
import type { DomainMatch, SourceState } from '../source-state.ts'
import { settleClock } from './settle-clock.ts'
import { domainQuestions, settleDomains } from './settle-domains.ts'

export interface Settled {
  /** How the analysis will read the source; null while a blocking question is open. */
  spec: SourceSpec | null
  /** The same with what is known so far: good enough to look into the source, not to analyse it. */
  provisional: SourceSpec
  questions: SourceQuestion[]
}

/**
 * The one place that turns what was detected and what was said into what will be read: the preview,
 * the questions and the analysis all follow from it.
 */
export function settleSource(
  detection: ReadableDetection,
  state: Pick<SourceState, 'settings' | 'facts' | 'domains'>,
  known: KnownHost,
): Settled {
  const questions = [
    ...textQuestions(detection, state.settings),
    ...domainQuestions(state.domains, known),
  ]
  const spec = withDomains(withRates(detection.spec, state, known), state, known)
  if (!('startEpochSeconds' in spec)) return finished(spec, questions)
  const clock = settleClock(spec.kind, state.settings, known.recording, state.facts)
  if (clock.question) questions.push(clock.question)
  if (detection.spec.kind === 'xentop' && intervalOf(detection.spec, state, known) === null) {
    questions.push(intervalQuestion)
  }
  if (spec.kind === 'xentrace' && spec.tscHz === 0) questions.push(rateQuestion(detection))
  const started = { ...spec, startEpochSeconds: clock.startEpochSeconds ?? 0 }
  return finished(started, questions)
}

/**
 * The same for a source that was described before, now that more or less is known about its host.
 * Null for one that is not read for observations, or was refused.
 */
export function settleAgain(
  state: SourceState,
  known: KnownHost,
): { state: SourceState; spec: SourceSpec | null } | null {
  const { detection, trouble } = state
  if (!detection || detection.kind === 'unknown' || detection.spec === null || trouble) return null
  const found = state.domains.map((match) => match.found)
  const domains = settleDomains(detection, found, state.domains, known)
  const { spec, questions } = settleSource(detection, { ...state, domains }, known)
  return { state: { ...state, domains, questions }, spec }
}

function finished(spec: SourceSpec, questions: SourceQuestion[]): Settled {
  const open = questions.some((question) => question.blocking)
  return { spec: open ? null : spec, provisional: spec, questions }
}

const intervalQuestion: SourceQuestion = {
  id: 'interval',
  text: 'How many seconds lie between two samples (the -d of xentop)?',
  blocking: true,
  candidates: [
    { value: '1', label: '1 s', meaning: 'xentop -b -d 1' },
    { value: '3', label: '3 s', meaning: 'xentop -b without -d' },
  ],
}

/** Questions that the source's own text raises, in the words of the contract. */
function textQuestions(
  detection: ReadableDetection,
  settings: SourceState['settings'],
): SourceQuestion[] {
  return detection.questions.flatMap(({ id, text, choices }): SourceQuestion[] => {
    const open = { text, blocking: true }
    switch (id) {
      case 'duration-unit': {
        const candidates = choices.map(({ value, label, meaning }) => ({ value, label, meaning }))
        return [{ ...open, id, candidates }]
      }
      case 'time-zone':
        return [{ ...open, id, candidates: [{ value: 'UTC', label: 'UTC', meaning: '' }] }]
      case 'virtual-hosts':
        return settings.byVirtualHost === null
          ? [{ ...open, id: 'virtual-hosts', candidates: vhostCandidates }]
          : []
      default:
        return []
    }
  })
}

const vhostCandidates: SourceQuestion['candidates'] = [
  { value: 'false', label: 'One domain', meaning: 'All virtual hosts are served by one domain.' },
  { value: 'true', label: 'One domain each', meaning: 'Each virtual host is matched to a domain.' },
]

function rateQuestion({ questions }: ReadableDetection): SourceQuestion {
  const asked = questions.find((question) => question.id === 'cpu-hz')
  const candidates = (asked?.choices ?? []).map(({ value, label, meaning }) => ({
    value,
    label,
    meaning,
  }))
  const text =
    asked?.text ?? 'At which rate does the host’s time stamp counter run, in cycles per second?'
  return { id: 'cpu-hz', text, blocking: true, candidates }
}

/** As declared, else as recorded, else by the clocks that xentop prints above its samples. */
function intervalOf(
  { intervalSeconds: measured }: XentopSpec,
  { settings }: Pick<SourceState, 'settings'>,
  { recording }: KnownHost,
): number | null {
  return settings.intervalSeconds ?? recording?.xentop?.intervalSeconds ?? (measured || null)
}

/**
 * What the traces count in. Where nobody knows xentop's interval, the preview takes any. xentrace's clock: as declared, else as recorded, else as the trace itself tells, else 0.
 */
function withRates(
  spec: SourceSpec,
  state: Pick<SourceState, 'settings' | 'facts'>,
  known: KnownHost,
): SourceSpec {
  if (spec.kind === 'xentop')
    return { ...spec, intervalSeconds: intervalOf(spec, state, known) ?? 1 }
  if (spec.kind !== 'xentrace') return spec
  const { settings, facts } = state
  const measured = facts.trace?.tscHz ?? spec.tscHz
  return { ...spec, tscHz: settings.tscHz ?? known.recording?.tscHz ?? measured }
}

/** The same for a look into the source, which needs some rate. */
export function readableSpec(
  spec: SourceSpec,
  state: Pick<SourceState, 'settings' | 'facts'>,
  known: KnownHost,
): SourceSpec {
  const rated = withRates(spec, state, known)
  return rated.kind === 'xentrace' ? { ...rated, tscHz: rated.tscHz || ANY_HZ } : rated
}

const ANY_HZ = 1e9

function withDomains(
  spec: SourceSpec,
  { domains, settings }: Pick<SourceState, 'domains' | 'settings'>,
  known: KnownHost,
): SourceSpec {
  const first = domains[0]
  switch (spec.kind) {
    case 'client-times':
      return {
        ...spec,
        domain: subjectOf(first),
        hostMinusClientSeconds:
          spec.hostMinusClientSeconds ?? known.recording?.hostMinusClientSeconds ?? 0,
      }
    case 'access-log': {
      if (!settings.byVirtualHost)
        return { ...spec, domainBy: { by: 'fixed', domain: subjectOf(first) } }
      const chosen = domains.filter((match) => match.domain !== null)
      const map = Object.fromEntries(chosen.map((match) => [match.found, match.domain!]))
      return { ...spec, domainBy: { by: 'vhost', map } }
    }
    case 'xentrace':
    case 'xenmon':
      return { ...spec, domainNames: namesBy(domains, xenId) }
    case 'xentop':
      return { ...spec, domainNames: namesBy(domains, (found) => found) }
  }
}

function subjectOf(match: DomainMatch | undefined): Subject {
  return match?.domain ?? { leftOut: match?.found ?? '' }
}

function namesBy(domains: readonly DomainMatch[], key: (found: string) => string) {
  return Object.fromEntries(domains.map((match) => [key(match.found), subjectOf(match)]))
}

function xenId(found: string): string {
  if (found === 'Domain-0') return '0'
  return found === 'idle' ? '-1' : found.replace(/^dom/, '')
}
