import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { DomainRowFields } from './domain-row-fields.tsx'
import { type DomainRow, faultsOf, type HostDraft, hostFaults } from './domain-rows.ts'

/** Lists the guests of a host, and marks those that are real-time. */
export function DomainsCard({
  rows,
  draft,
  onRows,
  onDraft,
}: {
  rows: readonly DomainRow[]
  draft: HostDraft
  onRows: (rows: readonly DomainRow[]) => void
  onDraft: (draft: HostDraft) => void
}) {
  const faults = faultsOf(rows)
  const ofHost = hostFaults(draft)
  return (
    <Card aria-labelledby="domains">
      <CardHeader
        id="domains"
        title="Guests"
        description="A real-time guest has work in every period that must be finished by the next, on one of its vCPUs. The others may use all of their vCPUs."
      />
      <CardBody className="grid gap-x-6 gap-y-4 sm:grid-cols-[8rem_16rem_auto]">
        <Field label="pCPUs" error={ofHost.pCpus}>
          <Input
            inputMode="numeric"
            value={draft.pCpus}
            onChange={(event) => onDraft({ ...draft, pCpus: event.target.value })}
          />
        </Field>
        <Field
          label="Scheduling margin"
          hint="Added to each CPU time. Enter 0 if it was measured beside the other guests."
          error={ofHost.allowancePercent}
        >
          <Input
            inputMode="decimal"
            unit="%"
            value={draft.allowancePercent}
            onChange={(event) => onDraft({ ...draft, allowancePercent: event.target.value })}
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
            value={draft.share}
            onChange={(share) => onDraft({ ...draft, share })}
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
