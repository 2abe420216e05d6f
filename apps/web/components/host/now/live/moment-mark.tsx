import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { MomentVerdict } from '../../../watch/moment-words.ts'

const looks = {
  kept: { icon: CircleCheck, color: 'text-ok' },
  missed: { icon: CircleX, color: 'text-danger' },
  unknown: { icon: CircleHelp, color: 'text-ink-faint' },
}

/** The verdict at a glance; the sentence beside it says the same. */
export function MomentMark({ state }: Pick<MomentVerdict, 'state'>) {
  const { icon: Icon, color } = looks[state]
  return <Icon className={`mt-0.5 size-6 shrink-0 ${color}`} aria-hidden />
}
