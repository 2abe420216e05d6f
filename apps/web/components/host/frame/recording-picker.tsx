'use client'

import type { AnalysisSummary } from '@steelyard/contract'
import { usePathname, useRouter } from 'next/navigation'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { Select } from '../../ui/select.tsx'

const stateWords: Partial<Record<AnalysisSummary['state'], string>> = {
  queued: 'waiting',
  running: 'running',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** Chooses the recording that the page shows; the address keeps the choice. */
export function RecordingPicker({
  recordings,
  shownId,
}: {
  recordings: readonly AnalysisSummary[]
  shownId: string | null
}) {
  const router = useRouter()
  const pathname = usePathname()
  if (recordings.length === 0) return null
  return (
    <Select
      aria-label="Recording"
      className="w-72 max-w-full"
      value={shownId ?? ''}
      // The rest of the query belongs to the recording that was shown.
      onChange={(event) => router.replace(`${pathname}?recording=${event.target.value}`)}
    >
      {recordings.map(({ id, name, createdAt, state }) => (
        <option key={id} value={id}>
          {formatDateTime(createdAt)} · {name}
          {stateWords[state] ? ` (${stateWords[state]})` : ''}
        </option>
      ))}
    </Select>
  )
}
