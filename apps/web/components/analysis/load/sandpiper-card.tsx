import type { SandpiperResult } from '@steelyard/contract'
import { formatNumber, formatRate } from '@steelyard/contract/format'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../../ui/plain-table.tsx'

type DomainAction = SandpiperResult['domains'][number]

/** Shows SandPiper, with which the paper compares its own model, on the same recording. */
export function SandpiperCard({ sandpiper }: { sandpiper: SandpiperResult }) {
  return (
    <Card aria-labelledby="sandpiper">
      <CardHeader
        id="sandpiper"
        title={
          <span className="inline-flex items-center gap-2.5">
            <SeriesSwatch series="sandpiper" />
            What SandPiper would do
          </span>
        }
        description={sandpiper.statement}
      />
      <div className="pt-3 pb-2">
        <PlainTable caption="What SandPiper would do, by guest">
          <thead>
            <tr>
              <HeadCell>Guest</HeadCell>
              <HeadCell numeric>Received in busy windows</HeadCell>
              <HeadCell numeric>Can serve within its target</HeadCell>
              <HeadCell numeric>Weight</HeadCell>
            </tr>
          </thead>
          <tbody>
            {sandpiper.domains.map((each) => (
              <tr key={each.domain} className="border-b border-line last:border-0">
                <NameHead name={each.domain} />
                <Cell numeric>{formatRate(each.busyArrivalRatePerSecond)}</Cell>
                <Cell numeric>{formatRate(each.lambdaCapPerSecond)}</Cell>
                <Cell numeric className="font-semibold">
                  {factorWords(each)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Card>
  )
}

/** What SandPiper would do with a weight: "×9.37", "kept", or why it gives no factor. */
export function factorWords({ lambdaCapPerSecond, weightFactor }: DomainAction): string {
  if (lambdaCapPerSecond === null) return 'not known'
  if (weightFactor === null) return 'no factor is enough'
  return weightFactor > 1 ? `×${formatNumber(weightFactor)}` : 'kept'
}
