import type { AnalysisSummary } from '@steelyard/contract'
import { formatRelative } from '../../lib/format/dates.ts'
import { AnalysisStateBadge } from '../analysis/analysis-state-badge.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { type Column, columnsFor } from '../ui/data-table.tsx'
import { RecordingName, RecordingNotes, RecordingTags } from './recording-texts.tsx'

const column = columnsFor<AnalysisSummary>()

export function recordingColumns({
  chosen,
  choose,
}: {
  chosen: ReadonlySet<string>
  choose: (id: string, on: boolean) => void
}): Column<AnalysisSummary>[] {
  return [
    column.display({
      id: 'chosen',
      header: () => <span className="sr-only">Chosen</span>,
      cell: ({ row: { original } }) => (
        <Checkbox
          label={`Choose ${original.name}`}
          hideLabel
          checked={chosen.has(original.id)}
          onChange={(on) => choose(original.id, on)}
        />
      ),
    }),
    column.accessor('verdict', {
      header: 'Verdict',
      cell: ({ row }) => <AnalysisStateBadge analysis={row.original} />,
    }),
    column.accessor('name', {
      header: 'Recording',
      cell: ({ row }) => <RecordingName recording={row.original} />,
    }),
    column.accessor('headline', {
      header: 'In one sentence',
      enableSorting: false,
      cell: (cell) => (
        <span className="block min-w-56 text-ink-soft">{cell.getValue() ?? '–'}</span>
      ),
    }),
    column.accessor((each) => each.tags.join(', '), {
      id: 'tags',
      header: 'Tags',
      cell: ({ row }) => <RecordingTags recording={row.original} />,
    }),
    column.accessor('notes', {
      header: 'Notes',
      enableSorting: false,
      cell: ({ row }) => (
        <div className="min-w-24">
          <RecordingNotes recording={row.original} />
        </div>
      ),
    }),
    column.accessor('createdAt', {
      header: 'Analysed',
      cell: (cell) => <span className="whitespace-nowrap">{formatRelative(cell.getValue())}</span>,
    }),
  ]
}
