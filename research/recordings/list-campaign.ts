import { type Column, textTable } from '../../bench/index.ts'
import type { PlannedRecording } from './campaign-types.ts'

const columns: Column<PlannedRecording>[] = [
  { title: 'recording', text: ({ name }) => name },
  { title: 'seconds', text: ({ phases }) => phases.map((p) => p.durationSeconds).join(' + ') },
  {
    title: 'requests per second',
    align: 'left',
    text: ({ phases }) => phases.map(rates).join('; '),
  },
  { title: 'arrivals', align: 'left', text: ({ arrivals }) => arrivals.kind },
  { title: 'seed', text: ({ seed }) => String(seed) },
  { title: 'what', align: 'left', text: ({ description }) => description },
]

/** The campaign as a table, in recording order. */
export function listCampaign(plans: readonly PlannedRecording[]): string {
  return textTable(columns, plans)
}

function rates({ requestsPerSecond }: PlannedRecording['phases'][number]): string {
  return Object.values(requestsPerSecond).join(' ')
}
