import { Clock, FileText, Hourglass } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Hindrance } from './hindrance.ts'

export const fineStamps =
  'start stamps of milliseconds or finer, such as %{msec}t in Apache’s LogFormat or $msec in nginx’s log_format'

const words = {
  'not-ready': {
    icon: Hourglass,
    title: 'The files of this recording are not ready',
    text: 'They must have arrived and been recognised before their requests can be watched.',
    action: 'See how far they are',
  },
  'no-trace': {
    icon: Clock,
    title: 'This recording has no trace of xentrace',
    text: 'Only xentrace knows who had the pCPU at each moment. Record the host again with a trace, or add a trace of the same minutes to the files.',
    action: 'Add a trace',
  },
  'no-log': {
    icon: FileText,
    title: 'This recording has no access log',
    text: `Only the log of a guest knows when each request began and how long it took. Add one of the same minutes, with durations and with ${fineStamps}.`,
    action: 'Add a log',
  },
} as const

/** Says what the recording lacks, and leads to where it can be added. */
export function Hindered({ by, uploadId }: { by: Hindrance; uploadId: string }) {
  const { icon, title, text, action } = words[by]
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        action={<ButtonLink href={`/recordings/new?upload=${uploadId}`}>{action}</ButtonLink>}
      >
        {text}
      </EmptyState>
    </Card>
  )
}
