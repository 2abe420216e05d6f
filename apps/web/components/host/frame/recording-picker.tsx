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
  return (
    <Select
      aria-label="Recording"
      className="w-full max-w-full md:w-64 xl:w-80 min-[88rem]:w-104"
      value={shownId ?? ''}
      // The rest of the query belongs to the recording that was shown.
      onChange={({ target }) =>
        router.replace(withRange(`${pathname}?recording=${target.value}`, params))
      }
    >
      {recordings.map(({ id, name, recorded, state }) => (
        <option key={id} value={id}>
          {recorded ? `${formatTimeRange(recorded)} · ` : ''}
          {name}
          {stateWords[state] ? ` (${stateWords[state]})` : ''}
        </option>
      ))}
    </Select>
  )
}
