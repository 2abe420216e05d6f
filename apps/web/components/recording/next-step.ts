import type { Host, Upload } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import {
  type AnalysisRequest,
  analysisRequestOf,
  emptyAnalysisForm,
} from '../../lib/uploads/analysis-form.ts'
import { guestsOf } from '../../lib/uploads/upload-domains.ts'
import { reachableSteps, type UploadStep } from '../../lib/uploads/upload-steps.ts'

/**
 * The analysis that can start without questions: every file and name is clear, requests were
 * logged, and the host has targets to compare them with. Null when the user has to decide
 * something.
 */
export function requestWithoutQuestions(upload: Upload, host: Host): AnalysisRequest | null {
  if (furthestStep(upload, host) !== 'targets') return null
  const logged = upload.sources.some(
    ({ included, observes }) => included && observes === 'requests',
  )
  const guests = guestsOf(upload)
  const promised = host.domains.some(
    ({ name, target }) =>
      guests.includes(name) &&
      (target.responseTimeMs !== null || target.throughputPerSecond !== null),
  )
  if (!logged || !promised) return null
  return analysisRequestOf(emptyAnalysisForm(guests, host), host.id, upload.id)
}

const wordsOf: Record<UploadStep, string> = {
  files: 'See the files',
  recognised: 'See what was recognised',
  domains: 'Name the domains',
  targets: 'Targets and options',
  run: 'Run',
}

/** Links straight to the first step of the wizard that needs an answer. */
export function nextStepOf(upload: Upload, host: Host): { href: string; words: string } {
  const step = furthestStep(upload, host)
  const place = new URLSearchParams({ upload: upload.id, host: host.id, step })
  const open = upload.openQuestions.length
  const words = open > 0 ? `Answer ${formatCounted(open, 'question')}` : wordsOf[step]
  return { href: `/recordings/new?${place}`, words }
}

function furthestStep(upload: Upload, host: Host): UploadStep {
  return reachableSteps({ upload, hostId: host.id, analysisId: null }).at(-1) ?? 'files'
}
