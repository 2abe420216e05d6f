import type { Host, Upload } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import type { AnalysisRequest } from '../../lib/uploads/analysis-form.ts'
import { guestsOf } from '../../lib/uploads/upload-domains.ts'

/**
 * Whether the analysis can start without questions: every file and name is clear, requests were
 * logged, and the host has targets to compare them with.
 */
export function needsNoAnswers(upload: Upload, host: Host): boolean {
  if (upload.state !== 'ready' || upload.openQuestions.length > 0) return false
  const logged = upload.sources.some(
    ({ included, observes }) => included && observes === 'requests',
  )
  const guests = guestsOf(upload)
  const promised = host.domains.some(
    ({ name, target }) =>
      guests.includes(name) &&
      ((target.responseTimeMs !== null && !target.isSoft) || target.throughputPerSecond !== null),
  )
  return logged && promised
}

/** The analysis without answers, by the contract's defaults, which come when it starts. */
export async function requestWithDefaults(upload: Upload, host: Host): Promise<AnalysisRequest> {
  const { analysisRequestOf, emptyAnalysisForm } = await import(
    '../../lib/uploads/analysis-form.ts'
  )
  return analysisRequestOf(emptyAnalysisForm(guestsOf(upload), host), host.id, upload.id)
}

/** Links to the recording, where its questions are answered and its targets are set. */
export function nextStepOf(upload: Upload, host: Host): { href: string; words: string } {
  const place = new URLSearchParams({ upload: upload.id, host: host.id })
  const open = upload.openQuestions.length
  const words = open > 0 ? `Answer ${formatCounted(open, 'question')}` : 'Targets and options'
  return { href: `/recordings/new?${place}`, words }
}
