import { type KnownHost, vCpusIn } from '@steelyard/analysis'
import type { SourceSettings } from '@steelyard/contract'
import type { Answers, SourceContext } from '@steelyard/traces'
import type { SourceState } from '../source-state.ts'

/** The statements of the operator and the recording about a source, in the terms of its format. */
export function saidOf(
  { settings, facts, domains }: Pick<SourceState, 'settings' | 'facts' | 'domains'>,
  { recording, facts: known }: KnownHost,
): SourceContext {
  return {
    answers: answersOf(settings),
    recording,
    facts,
    vCpus: vCpusIn(known),
    domains: domains.map(({ found, domain }) => ({ found, subject: domain ?? { leftOut: found } })),
  }
}

export function answersOf({ startedAt, ...settings }: SourceSettings): Answers {
  return {
    ...settings,
    startEpochSeconds: startedAt === null ? null : Date.parse(startedAt) / 1000,
  }
}
