import type { AsPrinted } from '@steelyard/contract'
import { oneUnitFor } from '@steelyard/contract/format'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { ReasonList } from '../verdict/reason-list.tsx'

const answerWords: Record<AsPrinted['printed']['verdict'], string> = {
  ok: 'All is well',
  reweight: 'Other weights',
  migrate: 'Move a guest',
}

/** Eq (5) by domain, eq (6) over all of them, and why each version of the two says so. */
export function OverloadCard({ asPrinted }: { asPrinted: AsPrinted }) {
  const { domains, sums, printed, corrected, statement } = asPrinted
  const times = oneUnitFor([sums?.peakMs, sums?.targetMs, ...domains.map(({ peakMs }) => peakMs)])
  return (
    <Card aria-labelledby="overload">
      <CardHeader
        id="overload"
        title="Is the host overloaded? Eq (5) and (6)"
        description={`${statement} Both readings compare the paper’s own figure, R_Peak: the 95th percentile of the means of the windows. The verdict of this analysis compares single requests, so it may differ from both.`}
      />
      <div className="pt-3">
        <PlainTable caption="Eq (5) and (6) as printed and as corrected">
          <thead>
            <tr className="align-bottom">
              <HeadCell>Guest</HeadCell>
              <HeadCell numeric>Target, {times.unit}</HeadCell>
              <HeadCell numeric>R_Peak, {times.unit}</HeadCell>
              <HeadCell>As printed</HeadCell>
              <HeadCell>As corrected</HeadCell>
            </tr>
          </thead>
          <tbody>
            {domains.map((domain) => (
              <tr key={domain.domain} className="border-b border-line">
                <NameHead name={domain.domain} />
                <Cell numeric>{times.target(domain.target?.responseTimeMs)}</Cell>
                <Cell numeric>{times.measured(domain.peakMs)}</Cell>
                <Cell>{overloadWord(printed, domain)}</Cell>
                <Cell>{overloadWord(corrected, domain)}</Cell>
              </tr>
            ))}
            <tr>
              <RowHead className="whitespace-nowrap">Sum, eq (6)</RowHead>
              <Cell numeric>{times.target(sums?.targetMs)}</Cell>
              <Cell numeric>{times.measured(sums?.peakMs)}</Cell>
              <Cell>
                <Badge>{answerWords[printed.verdict]}</Badge>
              </Cell>
              <Cell>
                <Badge>{answerWords[corrected.verdict]}</Badge>
              </Cell>
            </tr>
          </tbody>
        </PlainTable>
      </div>
      <CardBody className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <Why title="Why, as printed" reasons={printed.reasons} />
        <Why title="Why, as corrected" reasons={corrected.reasons} />
      </CardBody>
    </Card>
  )
}

function Why({ title, reasons }: { title: string; reasons: AsPrinted['printed']['reasons'] }) {
  return (
    <div className="space-y-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <ReasonList reasons={reasons} />
    </div>
  )
}

function overloadWord(
  { overloaded }: AsPrinted['printed'],
  domain: AsPrinted['domains'][number],
): string {
  if (overloaded.includes(domain.domain)) return 'overloaded'
  return isJudged(domain) ? 'not overloaded' : 'not judged'
}

/** Whether something was both promised and measured. */
function isJudged({
  target,
  peakMs,
  peakThroughputPerSecond,
}: AsPrinted['domains'][number]): boolean {
  if (target === null) return false
  return (
    (target.responseTimeMs !== null && peakMs !== null) ||
    (target.throughputPerSecond !== null && peakThroughputPerSecond !== null)
  )
}
