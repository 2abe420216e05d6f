'use client'

import { getAnalysis, type LabResult, type LabVariant } from '@steelyard/contract'
import Link from 'next/link'
import { joinNames } from '../../lib/join-names.ts'
import { useApi } from '../../lib/use-api.ts'
import { CodeBlock } from '../host/code-block.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { changedPins } from './changed-pins.ts'
import { PlanPins } from './plan-pins.tsx'

/** The placement that the twin would go for, and the way to a plan of it. */
export function PinningAdvice({ analysisId, result }: { analysisId: string; result: LabResult }) {
  const analysis = useApi(getAnalysis, { params: { id: analysisId } })
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
          Not counted here: what the hypervisor itself costs while all pCPUs are busy (VMM overhead,
          paper 4).{' '}
          <Link
            className="text-accent underline underline-offset-4"
            href={`/analyses/${analysisId}`}
          >
            What if on the analysis
          </Link>{' '}
          measures and counts it.
        </p>
      </CardBody>
    </Card>
  )
}

/** Paper 4 pins on KVM too. Steelyard changes Xen hosts alone, so the operator is shown the lines. */
function OnKvm({ commands }: { commands: readonly string[] }) {
  return (
    <Disclosure summary="The same on a KVM host (not applied by Steelyard)">
      <div className="space-y-3">
        <p className="text-sm text-ink-soft">
          Inferred from a Xen host; the twin does not play the scheduler of Linux. What Domain-0
          does here, QEMU’s own threads do there.
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
            : `${pCpus.length === 1 ? 'pCPU' : 'pCPUs'} ${joinNames(pCpus.map(String))}`}
        </li>
      ))}
    </ul>
  )
}
