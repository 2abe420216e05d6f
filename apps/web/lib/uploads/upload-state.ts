import type { Upload, UploadState } from '@steelyard/contract'

/** Written or read by a job right now: it moves on by itself. */
export function isUnsettled({ state }: { state: UploadState }): boolean {
  return state === 'recording' || state === 'inspecting'
}

/** A recording that somebody stopped: an end of its own, nothing is wrong with it. */
export function isCancelled({ state, trouble }: Pick<Upload, 'state' | 'trouble'>): boolean {
  return state === 'refused' && trouble?.code === 'cancelled'
}
