'use client'

import { type Lever, listRuns } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { formatChange } from '../lab/change-words.ts'
import { isLabRun } from '../lab/use-lab-runs.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { ReportPart } from './report-part.tsx'

const MOST = 5

const effects: Record<Lever['effect'], string> = {
  now: 'as it is',
  helps: 'helps',
  harms: 'makes it worse',
  'not-clear': 'not clear',
}

/** The changes that would help most, as far as they were tried. */
export function ReportLevers({ analysisId }: { analysisId: string }) {
  const runs = useApi(listRuns, { query: { kind: 'levers', analysisId, limit: 1 } })
  const result = runs.data?.data.find(isLabRun)?.result
  const levers = result?.levers
  if (!result || !levers) return null
  const shown = levers.ranked.filter(({ kind }) => kind !== 'as-it-is').slice(0, MOST)
  const labelOf = (id: string) => result.variants.find((variant) => variant.id === id)?.label ?? id
  return (
    <ReportPart title="What helps most">
      <p>{levers.statement}</p>
      <PlainTable caption="The levers that help most">
        <thead>
          <tr>
            <HeadCell>Lever</HeadCell>
            <HeadCell>Effect</HeadCell>
            <HeadCell>Over their targets</HeadCell>
            <HeadCell numeric>Mean of all requests</HeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map((lever) => (
            <tr key={lever.variantId} className="border-b border-line last:border-0">
              <RowHead>{labelOf(lever.variantId)}</RowHead>
              <Cell>{effects[lever.effect]}</Cell>
              <Cell>{lever.over.join(', ') || 'none'}</Cell>
              <Cell numeric>{lever.change ? formatChange(lever.change) : '–'}</Cell>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </ReportPart>
  )
}
