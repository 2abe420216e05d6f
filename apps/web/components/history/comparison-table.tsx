import type { DomainComparison, RecordedDomain, RecordingComparison } from '@steelyard/contract'
import {
  formatCount,
  formatMs,
  formatRate,
  formatSignedMs,
  formatTargetMs,
} from '@steelyard/contract/format'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'

/** Each domain before and after, with what the API says of the difference. */
export function ComparisonTable({ comparison }: { comparison: RecordingComparison }) {
  const { before, after, domains } = comparison
  return (
    <PlainTable caption={`${before.name} and ${after.name}, guest by guest`}>
      <thead>
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell numeric>Measured</HeadCell>
          <HeadCell numeric>Difference</HeadCell>
          <HeadCell numeric>Target</HeadCell>
          <HeadCell numeric>Weight</HeadCell>
          <HeadCell numeric>Load</HeadCell>
          <HeadCell>In words</HeadCell>
        </tr>
      </thead>
      <tbody>
        {domains.map((each) => (
          <tr key={each.domain} className="border-b border-line last:border-0">
            <NameHead name={each.domain} />
            <Both of={each} write={({ observedMs }) => formatMs(observedMs)} />
            <Cell numeric className={each.beyondChance ? 'font-semibold' : 'text-ink-soft'}>
              {formatSignedMs(each.changeMs)}
            </Cell>
            <Both of={each} write={({ targetMs }) => formatTargetMs(targetMs)} />
            <Both of={each} write={({ weight }) => formatCount(weight)} />
            <Both
              of={each}
              write={({ arrivalRatePerSecond }) => formatRate(arrivalRatePerSecond)}
            />
            <Cell className="min-w-56 text-ink-soft">{each.statement}</Cell>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

function Both({
  of: { before, after },
  write,
}: {
  of: DomainComparison
  write: (domain: RecordedDomain) => string
}) {
  const [was, is] = [before, after].map((side) => (side ? write(side) : '–')) as [string, string]
  return (
    <Cell numeric>
      <BeforeAfter before={was} after={is} />
    </Cell>
  )
}
