import type { KnownHost } from '@steelyard/analysis'
import type { SourceQuestion } from '@steelyard/contract'
import { formatOf, type Question, type ReadableDetection, type SourceSpec } from '@steelyard/traces'
import type { SourceState } from '../source-state.ts'
import { saidOf } from './said-of.ts'
import { domainQuestions, settleDomains } from './settle-domains.ts'

export interface Settled {
  /** How the analysis will read the source; null while a question is open. */
  spec: SourceSpec | null
  /** The spec from what is known so far: good enough to look into the source, not to analyse it. */
  provisional: SourceSpec
  questions: SourceQuestion[]
}

/**
 * The only place that turns findings and answers into what will be read. The preview, the questions
 * and the analysis all follow from it.
 */
export function settleSource(
  detection: ReadableDetection,
  state: Pick<SourceState, 'settings' | 'facts' | 'domains'>,
  known: KnownHost,
): Settled {
  const format = formatOf(detection)
  const said = saidOf(state, known)
  const own = format.questions(detection, said).map(asShown)
  const domains = domainQuestions(state.domains, known)
  // The start of a trace without a clock comes last, because one answer may hold for all files of a
  // run.
  const questions = format.clock === 'own' ? [...own, ...domains] : [...domains, ...own]
  const provisional = format.settle(detection, said) as SourceSpec
  return { spec: questions.length > 0 ? null : provisional, provisional, questions }
}

/**
 * Settles a source again when the knowledge about its host has changed since it was described. Null
 * for one that is not read for observations, or was refused.
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

function asShown({ id, text, choices, suggested }: Question): SourceQuestion {
  const suggestion = suggested === undefined ? {} : { suggested }
  return { id, text, blocking: true, candidates: choices, ...suggestion }
}
