import type { Verdict } from '@steelyard/contract'
import { VerdictMark } from '../../../ui/verdict-mark.tsx'
import type { MomentVerdict } from '../../../watch/moment-words.ts'

const verdicts: Record<MomentVerdict['state'], Verdict> = {
  kept: 'meets',
  missed: 'misses',
  unknown: 'not-enough-evidence',
}

/** The verdict at a glance; the sentence beside it says the same. */
export function MomentMark({ state }: Pick<MomentVerdict, 'state'>) {
  return <VerdictMark verdict={verdicts[state]} beside className="mt-0.5 [&_svg]:size-6" />
}
