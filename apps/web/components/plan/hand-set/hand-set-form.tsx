'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { Host } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import { ClipboardList } from 'lucide-react'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { changedPins, pinnableDomains } from '../pin-rows.ts'
import { useNewPlan } from '../use-new-plan.ts'
import {
  changedWeights,
  fixedDomains,
  type HandSetDomain,
  type HandSetValues,
  handSetSchema,
  settableDomains,
} from './hand-set.ts'
import { HandSetRow } from './hand-set-row.tsx'
import { liveShares } from './live-shares.ts'
import { PinCard } from './pin-card.tsx'

function sharesOf(domains: readonly HandSetDomain[]): Map<string, number> {
  return liveShares(domains.map(({ name, ...rest }) => ({ domain: name, ...rest })))
}

/** Sets weight, cap and pCPUs per domain by hand, and shows the resulting shares while typing. */
export function HandSetForm({ host }: { host: Host }) {
  const domains = useMemo(() => settableDomains(host), [host])
  const pinnable = useMemo(() => pinnableDomains(host), [host])
  const form = useForm<HandSetValues>({
    resolver: zodResolver(handSetSchema(domains, pinnable)),
    defaultValues: {
      rows: domains.map(({ weight, cap }) => ({ weight, cap })),
      pins: pinnable.map(({ affinity }) => ({ pCpus: affinity })),
    },
    mode: 'onChange',
  })
  const rows = useWatch({ control: form.control, name: 'rows' })
  const pinRows = useWatch({ control: form.control, name: 'pins' })
  const { plan, busy, error } = useNewPlan()
  const fixed = fixedDomains(host)
  const before = sharesOf([...fixed, ...domains])
  const typed = domains.map((domain, index) => ({
    ...domain,
    weight: Math.max(0, rows[index]?.weight || 0),
  }))
  const after = sharesOf([...fixed, ...typed])
  const changed = new Set(
    [...changedWeights(domains, { rows }), ...changedPins(pinnable, pinRows)].map(
      ({ domain }) => domain,
    ),
  )

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) =>
        plan({
          hostId: host.id,
          weights: changedWeights(domains, values),
          pins: changedPins(pinnable, values.pins),
        }),
      )}
      className="space-y-6"
    >
      <Card aria-labelledby="weights">
        <CardHeader
          id="weights"
          title={`Domains of ${host.name}`}
          description="Weights divide the CPU under contention. The bar shows a domain's share of all weights, Domain-0 included; the notch marks today's. A cap is a percentage of one pCPU; 0 means none. Domain-0's weight and cap are never changed."
        />
        <ul className="mt-3 divide-y divide-line">
          {domains.map((domain, index) => (
            <HandSetRow
              key={domain.name}
              domain={domain}
              shareBefore={before.get(domain.name) ?? 0}
              shareAfter={after.get(domain.name) ?? 0}
              weight={form.register(`rows.${index}.weight`, { valueAsNumber: true })}
              cap={form.register(`rows.${index}.cap`, { valueAsNumber: true })}
              errors={form.formState.errors.rows?.[index]}
            />
          ))}
        </ul>
      </Card>
      <PinCard domains={pinnable} register={form.register} errors={form.formState.errors.pins} />
      <ProblemAlert error={error} title="The plan could not be made" />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="primary" size="large" disabled={changed.size === 0} busy={busy}>
          <ClipboardList aria-hidden /> Make a plan
        </Button>
        <p className="text-sm text-ink-faint">
          {changed.size === 0
            ? 'Change a value first.'
            : `Changes ${formatItems([...changed])}. Nothing is changed on the host yet.`}
        </p>
      </div>
    </form>
  )
}
