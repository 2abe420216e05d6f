import type { Upload } from '@steelyard/contract'

export type Hindrance = 'not-ready' | 'no-trace' | 'no-log'

/** Why the requests of a recording cannot be watched, as far as its list of files tells. */
export function hindranceOf({ state, sources }: Upload): Hindrance | null {
  if (state !== 'ready') return 'not-ready'
  if (!sources.some(({ kind }) => kind === 'xentrace')) return 'no-trace'
  if (!sources.some(({ observes }) => observes === 'requests')) return 'no-log'
  return null
}
