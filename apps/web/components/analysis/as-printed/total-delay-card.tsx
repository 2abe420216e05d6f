import type { AsPrinted } from '@steelyard/contract'
import { formatCount, formatSignedMs, oneUnitFor } from '@steelyard/contract/format'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable, RowHead } from '../../ui/plain-table.tsx'

/** The weights that eq (7) leads to, read as a straight line and as the sum that it stands for. */
export function TotalDelayCard({
  totalDelay,
}: {
  totalDelay: NonNullable<AsPrinted['totalDelay']>
}) {
  const { domains, nowMs, printedMs, correctedMs, statement } = totalDelay
  const times = oneUnitFor([nowMs, printedMs, correctedMs])
  return (
    <Card aria-labelledby="total-delay">
      <CardHeader
        id="total-delay"
        title="Which weights? Eq (7)"
        description={`${statement} These are figures of the published formula; neither choice is recommended here.`}
      />
      <div className="pt-3">
        <PlainTable caption="The weights of least total delay by eq (7), as printed and as corrected">
          <thead>
            <tr className="align-bottom">
              <HeadCell>Guest</HeadCell>
              <HeadCell numeric className="whitespace-normal!">
                Constant (inferred)
              </HeadCell>
              <HeadCell numeric className="whitespace-normal!">
                Weight in force
              </HeadCell>
              <HeadCell numeric>As printed</HeadCell>
              <HeadCell numeric>As corrected</HeadCell>
            </tr>
          </thead>
          <tbody>
            {domains.map(({ domain, weight, constantMs, printedWeight, correctedWeight }) => (
              <tr key={domain} className="border-b border-line">
                <NameHead name={domain} />
                <Cell numeric>{formatSignedMs(constantMs)}</Cell>
                <Cell numeric>{formatCount(weight)}</Cell>
                <Cell numeric>{formatCount(printedWeight)}</Cell>
                <Cell numeric>{formatCount(correctedWeight)}</Cell>
              </tr>
            ))}
            <tr className="font-semibold">
              <RowHead>Sum of times, {times.unit}</RowHead>
              <Cell />
              <Cell numeric>{times.measured(nowMs)}</Cell>
              <Cell numeric>{times.measured(printedMs)}</Cell>
              <Cell numeric>{times.measured(correctedMs)}</Cell>
            </tr>
          </tbody>
        </PlainTable>
      </div>
      <p className="px-4 py-4 text-sm text-ink-faint sm:px-6">
        The paper does not print the constants of (7). None follow from its eq (1)–(3), which divide
        weights by each other. Those shown are the change of the summed times per share of the whole
        pCPU. They hold at the weights in force: below zero, more weight for the guest shortens the
        sum.
      </p>
    </Card>
  )
}
