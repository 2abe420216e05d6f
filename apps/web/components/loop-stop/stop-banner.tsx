'use client'

import type { LoopStop } from '@steelyard/contract'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { Alert } from '../ui/alert.tsx'
import { ResumeButton } from './resume-button.tsx'
import { useLoopStop } from './use-loop-stop.ts'

/** Above every page while the loop is stopped: who stopped it, when and why. */
export function StopBanner() {
  const stop = useLoopStop().data?.stop
  if (!stop) return null
  return (
    <div className="mb-6">
      <Alert
        tone="warn"
        title="Everything is stopped: Steelyard changes no host by itself"
        action={<ResumeButton />}
      >
        <StopWords stop={stop} />
      </Alert>
    </div>
  )
}

export function StopWords({ stop: { stoppedBy, stoppedAt, reason } }: { stop: LoopStop }) {
  return (
    <p>
      {stoppedBy} stopped it{' '}
      <time dateTime={stoppedAt} title={formatDateTime(stoppedAt)}>
        {formatRelative(stoppedAt)}
      </time>
      : “{reason}”
    </p>
  )
}
