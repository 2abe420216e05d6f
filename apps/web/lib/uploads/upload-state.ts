import type { Upload, UploadState } from '@steelyard/contract'

/**
 * Whether a job is writing or reading the upload right now, so that its state will change by
 * itself.
 */
export function isUnsettled({ state }: { state: UploadState }): boolean {
  return state === 'recording' || state === 'inspecting'
}

/** Whether a user stopped the recording, which is not an error. */
export function isCancelled({ state, trouble }: Pick<Upload, 'state' | 'trouble'>): boolean {
  return state === 'refused' && trouble?.code === 'cancelled'
}
