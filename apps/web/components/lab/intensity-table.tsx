import type { IntensityDomain, IntensityPoint } from '@steelyard/contract'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'

/** Means over the windows of each domain. */
export function IntensityTable({
  domains,
  points,
}: {
  domains: readonly IntensityDomain[]
  points: readonly IntensityPoint[]
}) {
  return (
    <PlainTable caption="CPU and I/O intensity by domain">
      <thead>
        <tr>
          <HeadCell>Domain</HeadCell>
          <HeadCell>CPU intensity</HeadCell>
          <HeadCell>I/O intensity</HeadCell>
          <HeadCell numeric>Credits per event</HeadCell>
          <HeadCell numeric>Events per ms</HeadCell>
          <HeadCell numeric>Credits per ms</HeadCell>
          <HeadCell numeric>Windows</HeadCell>
        </tr>
      </thead>
      <tbody>
        {domains.map(({ domain, cpu, io, creditsPerMs, windows }) => {
          const own = points.filter((point) => point.domain === domain)
          return (
            <tr key={domain} className="border-b border-line last:border-0">
              <RowHead>{domain}</RowHead>
              <Cell>{cpu}</Cell>
              <Cell>{io === 'unknown' ? 'cannot be told' : io}</Cell>
              <Cell numeric>
                {formatNumber(mean(own.flatMap(({ creditsPerBoost }) => creditsPerBoost ?? [])))}
              </Cell>
              <Cell numeric>
                {formatNumber(mean(own.flatMap(({ boostsPerMs }) => boostsPerMs ?? [])))}
              </Cell>
              <Cell numeric>{formatNumber(creditsPerMs)}</Cell>
              <Cell numeric>{formatCount(windows)}</Cell>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
