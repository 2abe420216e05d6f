import type { RealTimeSet } from '@steelyard/contract'
import { isCount, parseDecimal } from '../../lib/parse-number.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { DomainRowFields } from './domain-row-fields.tsx'
import { type DomainRow, faultsOf } from './domain-rows.ts'

/** Lists the guests of a host, and marks those that are real-time. */
export function DomainsCard({
  rows,
  pCpus,
  share,
  onRows,
  onPCpus,
  onShare,
}: {
  rows: readonly DomainRow[]
  pCpus: string
  share: RealTimeSet['share']
  onRows: (rows: readonly DomainRow[]) => void
  onPCpus: (pCpus: string) => void
  onShare: (share: RealTimeSet['share']) => void
}) {
  const faults = faultsOf(rows)
  return (
    <Card aria-labelledby="domains">
      <CardHeader
        id="domains"
        title="Domains"
        description="A real-time domain has work in every period that must be finished by the next, on one of its vCPUs. The others may use all of their vCPUs."
      />
      <CardBody className="grid gap-x-6 gap-y-4 sm:grid-cols-[8rem_auto]">
        <Field
          label="pCPUs"
          error={isCount(parseDecimal(pCpus), 128) ? undefined : 'from 1 to 128'}
        >
          <Input
            inputMode="numeric"
            value={pCpus}
            onChange={(event) => onPCpus(event.target.value)}
          />
        </Field>
        <div>
          <p className="mb-1.5 text-sm font-medium">The others share the rest</p>
          <Segmented
            label="How the others share the rest"
            options={[
              { value: 'equal', label: 'equally' },
              { value: 'weight', label: 'by weight' },
            ]}
            value={share}
            onChange={onShare}
          />
        </div>
      </CardBody>
      <ul className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <DomainRowFields
            key={row.key}
            row={row}
            faults={faults.get(row.key)}
            onChange={(next) => onRows(rows.map((each) => (each.key === row.key ? next : each)))}
          />
        ))}
      </ul>
    </Card>
  )
}
