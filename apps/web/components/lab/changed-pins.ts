import type { LabVariant, WantedPin } from '@steelyard/contract'

/** What `xl vcpu-pin` would be told: the domains that another variant places elsewhere. */
export function changedPins(
  from: Pick<LabVariant, 'domains'>,
  to: Pick<LabVariant, 'domains'>,
): WantedPin[] {
  return to.domains.flatMap(({ name, pCpus }) => {
    const before = from.domains.find((domain) => domain.name === name)?.pCpus ?? null
    if (String(before) === String(pCpus)) return []
    return [{ domain: name, pCpus: pCpus ?? ('all' as const) }]
  })
}
