import type { Upload } from '@steelyard/contract'
import { domainsOf } from './upload-domains.ts'

export const uploadSteps = [
  { id: 'files', title: 'Files' },
  { id: 'recognised', title: 'Recognised' },
  { id: 'domains', title: 'Domains' },
  { id: 'targets', title: 'Targets' },
  { id: 'run', title: 'Run' },
] as const

export type UploadStep = (typeof uploadSteps)[number]['id']

export interface WizardPlace {
  upload: Upload | null
  hostId: string | null
  analysisId: string | null
}

/** The steps that can be opened: each needs what the step before it settles. */
export function reachableSteps({ upload, hostId, analysisId }: WizardPlace): UploadStep[] {
  // While a host is being recorded, no files can be added.
  if (upload?.state === 'recording') return ['recognised']
  const steps: UploadStep[] = ['files']
  if (!upload || upload.state === 'receiving') return steps
  steps.push('recognised')
  if (upload.state !== 'ready' || !upload.sources.some((source) => source.included)) return steps
  if (upload.openQuestions.some((question) => question.questionId !== 'domain')) return steps
  steps.push('domains')
  if (!hostId || upload.openQuestions.length > 0 || domainsOf(upload).length === 0) return steps
  steps.push('targets')
  if (analysisId) steps.push('run')
  return steps
}

/** The requested step, or the furthest reachable step before it. */
export function stepFor(wanted: string | null, place: WizardPlace): UploadStep {
  const reachable = reachableSteps(place)
  const found = reachable.find((step) => step === wanted)
  if (found) return found
  const isKnown = uploadSteps.some((step) => step.id === wanted)
  if (isKnown) return reachable.at(-1) ?? 'files'
  return place.upload && place.upload.state !== 'receiving' ? 'recognised' : 'files'
}
