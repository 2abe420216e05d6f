import type { Host, Upload } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import {
  type AnalysisRequest,
  analysisRequestOf,
  emptyAnalysisForm,
} from '../../lib/uploads/analysis-form.ts'
import { guestsOf } from '../../lib/uploads/upload-domains.ts'

/**
 * The analysis that can start without questions: every file and name is clear, requests were
 * logged, and the host has targets to compare them with. Null when the user has to decide
 * something.
 */
export function requestWithoutQuestions(upload: Upload, host: Host): AnalysisRequest | null {
  if (upload.state !== 'ready' || upload.openQuestions.length > 0) return null
  const logged = upload.sources.some(
    ({ included, observes }) => included && observes === 'requests',
  )
  const guests = guestsOf(upload)
  const promised = host.domains.some(
    ({ name, target }) =>
      guests.includes(name) &&
      ((target.responseTimeMs !== null && !target.isSoft) || target.throughputPerSecond !== null),
  )
  if (!logged || !promised) return null
  return analysisRequestOf(emptyAnalysisForm(guests, host), host.id, upload.id)
}

/** Links to the recording, where its questions are answered and its targets are set. */
export function nextStepOf(upload: Upload, host: Host): { href: string; words: string } {
  const place = new URLSearchParams({ upload: upload.id, host: host.id })
  const open = upload.openQuestions.length
  const words = open > 0 ? `Answer ${formatCounted(open, 'question')}` : 'Targets and options'
  return { href: `/recordings/new?${place}`, words }
}
