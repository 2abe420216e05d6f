'use client'

import type { Host } from '@steelyard/contract'
import { formatCount, formatItems, formatShare } from '@steelyard/contract/format'
import { sharesOf } from '@steelyard/contract/plain'
import { ClipboardList } from 'lucide-react'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { assumesDomain0 } from '../../../lib/stated-domains.ts'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { changedPins, pinnableDomains } from '../pin-rows.ts'
import { useNewPlan } from '../use-new-plan.ts'
import { changedWeights, fixedDomain, type HandSetDomain, settableDomains } from './hand-set.ts'
import { HandSetRow } from './hand-set-row.tsx'
import type { HandSetValues } from './hand-set-schema.ts'
import { PinCard } from './pin-card.tsx'

function liveShares(
  domains: readonly Pick<HandSetDomain, 'name' | 'cpupool' | 'weight'>[],
): Map<string, number> {
  return sharesOf(domains.map(({ name, cpupool, weight }) => ({ domain: name, cpupool, weight })))
}

/** Sets weight, cap and pCPUs per domain by hand, and shows the resulting shares while typing. */
export function HandSetForm({ host }: { host: Host }) {
  const domains = useMemo(() => settableDomains(host), [host])
  const pinnable = useMemo(() => pinnableDomains(host), [host])
  const form = useForm<HandSetValues>({
    resolver: async (...typed) => {
      const { handSetResolver } = await import('./hand-set-schema.ts')
      return handSetResolver(domains, pinnable)(...typed)
    },
    defaultValues: {
      rows: domains.map(({ weight, cap }) => ({ weight, cap })),
      pins: pinnable.map(({ affinity }) => ({ pCpus: affinity })),
    },
    mode: 'onChange',
  })
  const rows = useWatch({ control: form.control, name: 'rows' })
  const pinRows = useWatch({ control: form.control, name: 'pins' })
  const { plan, busy, error } = useNewPlan()
  const fixed = fixedDomain(host)
  const before = liveShares([fixed, ...domains])
  const typed = domains.map((domain, index) => ({
    ...domain,
    weight: Math.max(0, rows[index]?.weight || 0),
  }))
  const after = liveShares([fixed, ...typed])
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
          title={`Guests of ${host.name}`}
          description="A share is the weight among those of all guests and Domain-0; the notch marks today’s. A cap is a percentage of one pCPU, and 0 means none."
        />
        <ul className="mt-3 divide-y divide-line">
          <li className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 sm:px-6">
            <span className="font-medium">{fixed.name}</span>
            <span className="text-sm text-ink-soft">
              weight {formatCount(fixed.weight)}
              {assumesDomain0(host) ? ', Xen’s default as its own is not known' : ''}, never changed
              · share{' '}
              <BeforeAfter
                before={formatShare(before.get(fixed.name))}
                after={formatShare(after.get(fixed.name))}
              />
            </span>
          </li>
          {domains.map((domain, index) => (
            <HandSetRow
              key={domain.name}
              domain={domain}
              guests={domains.map(({ name }) => name)}
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
          <ClipboardList aria-hidden /> Plan these values
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
