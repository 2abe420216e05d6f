'use client'

import type { AnalysisSummary } from '@steelyard/contract'
import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { Card, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { recordingColumns } from './recording-columns.tsx'
import { SelectedActions } from './selected-actions.tsx'

/** An empty list is polled because the sample analyses may not have arrived yet. */
function pollMs(known: AnalysisSummary[]): number | false {
  return known.length === 0 || known.some(isUnderWay) ? 3_000 : false
}

/** The recordings of a host, newest first: rename, note, tag, compare two, delete several. */
export function RecordingsCard({ hostId }: { hostId: string }) {
  const query = useApiPages('listAnalyses', { hostId }, { refetchInterval: pollMs })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const listed = query.data?.pages.flatMap((page) => page.data) ?? []
  const selected = listed.filter(({ id }) => chosen.has(id))

  function choose(id: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  return (
    <Card aria-labelledby="recordings">
      <CardHeader
        id="recordings"
        title="Recordings"
        action={<SelectedActions selected={selected} onDone={() => setChosen(new Set())} />}
      />
      <div className="pt-3 pb-2">
        <PagedTable
          query={query}
          caption="Recordings, newest first"
          columns={recordingColumns({ chosen, choose })}
          dense
          loading="Loading the recordings"
          lines={5}
          problem="The recordings could not be loaded"
          empty={
            <EmptyState icon={ChartLine} title="No recordings yet">
              Record the host under load, or upload files with “New recording”.
            </EmptyState>
          }
        />
      </div>
    </Card>
  )
}
