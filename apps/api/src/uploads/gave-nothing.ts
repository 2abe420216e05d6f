import type { SourceReport } from '@steelyard/contract'

/** Whether a source was understood and nothing was taken from it; its first note says so then. */
export function gaveNothing({ accepted, firstAt }: SourceReport): boolean {
  return accepted > 0 && firstAt === null
}
