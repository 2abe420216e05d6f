'use client'

import type { AnalysisSummary } from '@steelyard/contract'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { formatTimeRange } from '../../../lib/format/dates.ts'
import { withRange } from '../../../lib/time-range.ts'
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
  const params = useSearchParams()
  if (recordings.length === 0) return null
  const shown = recordings.find(({ id }) => id === shownId)
  return (
    <Select
      aria-label="Recording"
      title={shown && labelOf(shown)}
      value={shownId ?? ''}
      // The rest of the query belongs to the recording that was shown.
      onChange={({ target }) =>
        router.replace(withRange(`${pathname}?recording=${target.value}`, params))
      }
    >
      {recordings.map((recording) => (
        <option key={recording.id} value={recording.id}>
          {labelOf(recording)}
        </option>
      ))}
    </Select>
  )
}

/** The name comes first, because the end is cut off where there is little room. */
function labelOf({ name, recorded, state }: AnalysisSummary): string {
  const word = stateWords[state]
  return `${name}${word ? ` (${word})` : ''}${recorded ? ` · ${formatTimeRange(recorded)}` : ''}`
}
