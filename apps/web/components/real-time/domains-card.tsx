import type { Host, RealTimeSet } from '@steelyard/contract'
import { Plus } from 'lucide-react'
import { isCount, parseDecimal } from '../../lib/parse-number.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { DomainRowFields } from './domain-row-fields.tsx'
import { type DomainRow, faultsOf, newRow } from './domain-rows.ts'

const BY_HAND = ''

/** Lists the domains, taken from a host or typed by hand, and marks those that are real-time. */
export function DomainsCard({
  hosts,
  host,
  rows,
  pCpus,
  share,
  onHost,
  onRows,
  onPCpus,
  onShare,
}: {
  hosts: readonly Host[]
  host: Host | null
  rows: readonly DomainRow[]
  pCpus: string
  share: RealTimeSet['share']
  onHost: (id: string | null) => void
  onRows: (rows: readonly DomainRow[]) => void
  onPCpus: (pCpus: string) => void
  onShare: (share: RealTimeSet['share']) => void
}) {
  const faults = faultsOf(rows)
  const known = hosts.filter(({ domains }) => domains.length > 1)
  return (
    <Card aria-labelledby="domains">
      <CardHeader
        id="domains"
        title="Domains"
        description="A real-time domain has work in every period that must be finished by the next, on one of its vCPUs. The others may use all of their vCPUs."
      />
      <CardBody className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,2fr)_8rem_auto]">
        <Field label="Whose domains">
          <Select
            value={host?.id ?? BY_HAND}
            onChange={(event) => onHost(event.target.value || null)}
          >
            <option value={BY_HAND}>Typed in by hand (as in paper 3)</option>
            {known.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
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
            isTyped={host === null}
            onChange={(next) => onRows(rows.map((each) => (each.key === row.key ? next : each)))}
            onRemove={() => onRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      {host === null ? (
        <CardBody className="border-t border-line">
          <Button onClick={() => onRows([...rows, newRow(`vm${rows.length + 1}`)])}>
            <Plus aria-hidden /> Add a domain
          </Button>
        </CardBody>
      ) : null}
    </Card>
  )
}
