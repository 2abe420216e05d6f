import type { RequestLife } from '@steelyard/contract'
import { formatCount, formatItems, formatMs } from '@steelyard/contract/format'
import { Cell, HeadCell, PlainTable } from '../../ui/plain-table.tsx'
import { stateWords } from './lanes.ts'

/** A long request changes hands thousands of times; nobody reads so many rows. */
const MOST = 300

export function SpanTable({ life: { domain, spans } }: { life: RequestLife }) {
  return (
    <div className="-mx-4 sm:-mx-6">
      <PlainTable caption="The life of the request, moment by moment">
        <thead>
          <tr>
            <HeadCell numeric>From</HeadCell>
            <HeadCell numeric>To</HeadCell>
            <HeadCell>{domain}</HeadCell>
            <HeadCell>Who ran</HeadCell>
          </tr>
        </thead>
        <tbody>
          {spans.slice(0, MOST).map((span) => (
            <tr key={span.fromMs} className="border-b border-line last:border-0">
              <Cell numeric>{formatMs(span.fromMs)}</Cell>
              <Cell numeric>{formatMs(span.toMs)}</Cell>
              <Cell>{stateWords(span)}</Cell>
              <Cell>{formatItems(span.pCpus.map((name) => name ?? 'nobody'))}</Cell>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {spans.length > MOST ? (
        <p className="px-4 pt-2 text-sm text-ink-faint sm:px-6">
          These are the first {formatCount(MOST)} of {formatCount(spans.length)} moments.
        </p>
      ) : null}
    </div>
  )
}
