import { formatCounted } from '@steelyard/contract/format'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { affinityWords, formatPCpus } from '../../../lib/p-cpus.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { PinnableDomain } from '../pin-rows.ts'
import type { HandSetValues } from './hand-set-schema.ts'

/** Sets the pCPUs on which the vCPUs of each domain, including Domain-0, may run. */
export function PinCard({
  domains,
  register,
  errors,
}: {
  domains: readonly PinnableDomain[]
  register: UseFormRegister<HandSetValues>
  errors: FieldErrors<HandSetValues>['pins']
}) {
  if (domains.length === 0) return null
  return (
    <Card aria-labelledby="pins">
      <CardHeader
        id="pins"
        title="Where the vCPUs run"
        description="The pCPUs that all vCPUs of a guest may use: a list such as 0-1,3, or all. Domain-0 can be pinned too: it does the disk and network work of all guests."
      />
      <ul className="mt-3 divide-y divide-line">
        {domains.map((domain, index) => (
          <li
            key={domain.name}
            className="grid items-start gap-x-6 gap-y-3 px-4 py-4 sm:grid-cols-[minmax(0,2fr)_minmax(10rem,1fr)] sm:px-6"
          >
            <div className="min-w-0">
              <span className="font-medium [overflow-wrap:anywhere]">{domain.name}</span>
              <span className="block text-sm text-ink-soft">
                {domain.vCpus === null ? '' : `${formatCounted(domain.vCpus, 'vCPU')}, `}
                {domain.cpupool} has {affinityWords([formatPCpus(domain.pCpus)])}
              </span>
            </div>
            <Field
              label={
                <>
                  pCPUs<span className="sr-only"> of {domain.name}</span>
                </>
              }
              hint={`now ${domain.affinity}`}
              error={errors?.[index]?.pCpus?.message}
            >
              <Input
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                {...register(`pins.${index}.pCpus`)}
              />
            </Field>
          </li>
        ))}
      </ul>
    </Card>
  )
}
