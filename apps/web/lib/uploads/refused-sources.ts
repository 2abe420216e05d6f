import type { Source, Upload } from '@steelyard/contract'

/** Lines with times, of which somebody may know the format. */
export function isLogOfUnknownFormat({ trouble }: Source): boolean {
  return trouble?.code === 'log-of-unknown-format'
}

/** What somebody dropped together with the traces, such as pictures, notes and copies. */
const UNNEEDED: readonly string[] = ['not-a-trace', 'duplicate-file']

/** The refused sources: those that an analysis misses, and those that it does not need. */
export function refusedSources({ sources }: Upload): { missed: Source[]; unneeded: Source[] } {
  const refused = sources.filter(({ trouble }) => trouble !== null)
  const isUnneeded = ({ trouble }: Source) => UNNEEDED.includes(trouble?.code ?? '')
  return {
    missed: refused.filter((source) => !isUnneeded(source)),
    unneeded: refused.filter(isUnneeded),
  }
}
