'use client'

import type { LabResult, LabVariant, WantedPin } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { hostPath } from '../../lib/host-paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNewPlan } from '../plan/use-new-plan.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Shows the placement that the twin advises, with a button that plans it. */
export function PinningAdvice({ analysisId, result }: { analysisId: string; result: LabResult }) {
  const analysis = useApi('getAnalysis', { params: { id: analysisId } })
  const [first] = result.variants
  const advised = result.variants.find(({ id }) => id === result.advisedId)
  if (!first || !advised) return null
  return (
    <Card aria-labelledby="advice">
      <CardHeader id="advice" title="What to do" />
      <CardBody className="space-y-4">
        <p>
          {advised === first
            ? 'Leave the vCPUs as they are: no other placement is faster over all requests beyond chance.'
            : `${advised.label}. ${advised.meaning}`}
        </p>
        {advised === first ? null : (
          <>
            <Placement variant={advised} />
            {analysis.data ? (
              <PlanPins hostId={analysis.data.hostId} pins={changedPins(first, advised)} />
            ) : null}
            {result.kvmCommands ? <OnKvm commands={result.kvmCommands} /> : null}
          </>
        )}
        <p className="text-sm text-ink-soft">
          Not counted: what the hypervisor itself costs while all pCPUs are busy (VMM overhead,
          paper 4).{' '}
          {analysis.data ? (
            <Link
              className="text-accent underline underline-offset-4"
              href={hostPath(analysis.data.hostId, 'options', analysisId)}
            >
              The options of the host
            </Link>
          ) : (
            'The options of the host'
          )}{' '}
          measure and count it.
        </p>
      </CardBody>
    </Card>
  )
}

/**
 * Paper 4 also pins vCPUs on KVM. Steelyard changes only Xen hosts, so it only shows those
 * commands.
 */
function OnKvm({ commands }: { commands: readonly string[] }) {
  return (
    <Disclosure summary="The same on a KVM host (not applied by Steelyard)">
      <div className="space-y-3">
        <p className="text-sm text-ink-soft">
          Inferred from a Xen host; the simulation does not cover the scheduler of Linux. What
          Domain-0 does here, QEMU’s own threads do there.
        </p>
        <CodeBlock text={commands.join('\n')} label="the lines for libvirt" />
      </div>
    </Disclosure>
  )
}

function Placement({ variant: { domains } }: { variant: LabVariant }) {
  return (
    <ul className="space-y-1 text-sm text-ink-soft">
      {domains.map(({ name, pCpus }) => (
        <li key={name}>
          <span className="font-medium text-ink">{name}:</span>{' '}
          {pCpus === null
            ? 'any pCPU'
            : `${pCpus.length === 1 ? 'pCPU' : 'pCPUs'} ${formatList(pCpus.map(String))}`}
        </li>
      ))}
    </ul>
  )
}

/** The pins that differ between two variants, in the form that `xl vcpu-pin` takes. */
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

/** Makes a plan from the placement that the twin advises. */
function PlanPins({ hostId, pins }: { hostId: string; pins: WantedPin[] }) {
  const { plan, busy, error } = useNewPlan()
  if (pins.length === 0) return null
  return (
    <Permitted needs="plans:write" doing="making plans">
      <div className="space-y-3">
        <ProblemAlert error={error} title="The plan could not be made" />
        <Button
          look="primary"
          busy={busy}
          onClick={() => plan({ hostId, pins, origin: 'Pins from the scheduler lab' })}
        >
          <ClipboardList aria-hidden /> Plan these pins
        </Button>
        <p className="text-sm text-ink-faint">
          Reads the host and shows every change first. Nothing is changed yet.
        </p>
      </div>
    </Permitted>
  )
}
