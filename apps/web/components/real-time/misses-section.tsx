'use client'

import type { RealTimeSet } from '@steelyard/contract'
import { FlaskConical, Timer } from 'lucide-react'
import { EarlierRuns, runWords } from '../lab/earlier-runs.tsx'
import { LabRunView } from '../lab/lab-run-view.tsx'
import { useLabRuns } from '../lab/use-lab-runs.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { MissesView } from './misses-view.tsx'

/** CPU time in milliseconds of one unit of the other domains' work, as in paper 3: T(60). */
const UNIT_MS = 60

/**
 * Shows the twin's prediction for each policy: deadlines missed, and work lost by the other
 * domains.
 */
export function MissesSection({ set }: { set: RealTimeSet | null }) {
  const lab = useLabRuns('real-time', () => true)
  return (
    <section aria-labelledby="misses" className="space-y-6">
      <Card>
        <CardHeader
          id="misses"
          title="Which policy keeps the deadlines?"
          description="A simulation runs these guests under credit, pins, caps, RT-Credit and RTDS. The others compute without pause."
          action={
            <Permitted needs="analyses:write">
              <Button
                look="primary"
                busy={lab.start.isPending}
                disabled={lab.isBusy || !set}
                onClick={() => set && lab.ask({ kind: 'real-time', unitMs: UNIT_MS, ...set })}
              >
                <FlaskConical aria-hidden /> Predict the misses
              </Button>
            </Permitted>
          }
        />
        <CardBody className="space-y-4">
          <ProblemAlert error={lab.start.error} title="The lab run could not be started" />
          <ProblemAlert
            error={lab.query.error}
            title="Earlier lab runs could not be loaded"
            onRetry={() => lab.query.refetch()}
          />
          {lab.query.isPending ? <SkeletonLines label="Loading the lab runs" /> : null}
          {lab.query.isSuccess && !lab.shown ? (
            <EmptyState icon={Timer} title="Nothing has been simulated yet">
              The simulation takes some seconds and changes nothing on any host.
            </EmptyState>
          ) : null}
          {lab.shown ? (
            <p className="rounded-lg bg-sunken px-4 py-2.5 text-sm">
              <span className="text-ink-faint">Played: </span>
              <span className="font-medium">{runWords(lab.shown)}</span>
            </p>
          ) : null}
          {lab.shown ? (
            <LabRunView key={lab.shown.id} run={lab.shown} onEnd={() => lab.query.refetch()}>
              {lab.shown.result ? <MissesView run={lab.shown} result={lab.shown.result} /> : null}
            </LabRunView>
          ) : null}
          <EarlierRuns runs={lab.runs} shownId={lab.shown?.id} onChoose={lab.show} />
        </CardBody>
      </Card>
    </section>
  )
}
