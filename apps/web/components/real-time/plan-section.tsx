'use client'

import type { Host, RealTimeAssessment, WantedValues } from '@steelyard/contract'
import { formatChosenPercent, formatList } from '@steelyard/contract/format'
import { ClipboardList } from 'lucide-react'
import { useNewPlan } from '../plan/use-new-plan.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { rtdsPool } from './rtds-pool.ts'

/**
 * Turns the verdict into a plan: caps for the other domains, or a cpupool for the real-time ones.
 */
export function PlanSection({ host, assessment }: { host: Host; assessment: RealTimeAssessment }) {
  const { plan, busy, error } = useNewPlan()
  const caps = assessment.caps ?? []
  const pool = rtdsPool(assessment)
  const make = (values: Omit<WantedValues, 'hostId'>) => plan({ hostId: host.id, ...values })
  if (caps.length === 0 && !pool) return null
  return (
    <Permitted needs="plans:write" doing="making plans">
      <Card aria-labelledby="apply">
        <CardHeader
          id="apply"
          title={`Arrange it on ${host.name}`}
          description="A plan reads the host and shows every change first. Nothing is changed yet."
        />
        <CardBody className="space-y-4">
          {host.connection.state === 'connected' ? null : (
            <Alert tone="warn" title={`${host.name} is not connected`}>
              The plan will show the commands to run by hand; it cannot be applied from here.
            </Alert>
          )}
          <ProblemAlert error={error} title="The plan could not be made" />
          {caps.length > 0 ? (
            <Way
              words={`Caps: ${formatList(caps.map(({ domain, capPercent }) => `${domain} ${formatChosenPercent(capPercent)}`))} of one pCPU; weights stay. Any Xen with credit or credit2 can do it.`}
              label="Plan the caps"
              busy={busy}
              onClick={() =>
                make({
                  weights: caps.map(({ domain, capPercent: cap }) => ({ domain, cap })),
                  origin: 'Caps from the real-time page',
                })
              }
            />
          ) : null}
          {pool ? (
            <Way
              words={`A cpupool under RTDS for ${formatList(pool.domains.map(({ domain }) => domain))} on pCPU ${formatList(pool.pCpus.map(String))}, reservations as above; the others keep to the other pCPUs. Stricter than caps, but needs a Xen built with RTDS. Below, the simulation plays it as “RTDS in a cpupool of its own”.`}
              label="Plan the cpupool"
              busy={busy}
              onClick={() =>
                make({ realTimePool: pool, origin: 'A cpupool from the real-time page' })
              }
            />
          ) : null}
        </CardBody>
      </Card>
    </Permitted>
  )
}

function Way({
  words,
  label,
  busy,
  onClick,
}: {
  words: string
  label: string
  busy: boolean
  onClick: () => void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-72 text-sm text-ink-soft">{words}</p>
      <Button busy={busy} onClick={onClick}>
        <ClipboardList aria-hidden /> {label}
      </Button>
    </div>
  )
}
