'use client'

import type { LoadBalancer, ThroughputPoint } from '@steelyard/contract'
import { Plus, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type FormEvent, useId, useState } from 'react'
import { shortName } from '../../lib/short-name.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { ChartSpace } from '../charts/chart-space.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { FitFacts } from './fit-facts.tsx'
import { areEnough, faultsOf, nextRow, type PointRow, pointsOf, rowsOf } from './point-rows.ts'

const ThroughputChart = dynamic(
  () => import('./throughput-chart.tsx').then((it) => it.ThroughputChart),
  { ssr: false },
)

/**
 * Shows the measured throughputs, the fitted curve, and the point beyond which a further process
 * does not pay.
 */
export function ThroughputCard({ balancer }: { balancer?: LoadBalancer }) {
  const title = useId()
  const [rows, setRows] = useState(() => rowsOf(balancer?.points ?? []))
  const [fitted, setFitted] = useState<ThroughputPoint[]>(balancer?.points ?? [])
  const fit = useApiMutation('fitThroughput')
  const save = useApiMutation('setLoadBalancer', { invalidates: ['listLoadBalancers'] })
  const points = pointsOf(rows)
  const shown = fit.data ?? balancer?.fit ?? null
  const saved = JSON.stringify(points) === JSON.stringify(balancer?.points ?? [])

  function draw(event: FormEvent) {
    event.preventDefault()
    if (!areEnough(points)) return
    fit.mutate({ body: { points } }, { onSuccess: () => setFitted(points) })
  }

  return (
    <Card aria-labelledby={title}>
      <CardHeader
        id={title}
        title="Measured throughput"
        description={`Answers per second with different numbers of threads or processes, all else being equal${
          balancer ? '. The knee of the curve limits the advice' : ''
        }.`}
      />
      <CardBody className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <form onSubmit={draw} className="space-y-4" aria-label="Measured throughput">
          <PointsTable rows={rows} onChange={setRows} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" busy={fit.isPending} disabled={!areEnough(points)}>
              Draw the curve
            </Button>
            {balancer ? (
              <Permitted needs="hosts:write">
                <Button
                  busy={save.isPending}
                  disabled={saved || points === null || (points.length > 0 && !areEnough(points))}
                  onClick={() =>
                    save.mutate({
                      params: { id: balancer.hostId },
                      body: { domain: balancer.domain, points: points! },
                    })
                  }
                >
                  Use for {shortName(balancer.domain, 20)}
                </Button>
              </Permitted>
            ) : null}
          </div>
          {areEnough(points) ? null : (
            <p className="text-sm text-ink-faint">
              A curve needs at least three different numbers; more than three show how well it fits.
            </p>
          )}
          <ProblemAlert error={fit.error ?? save.error} />
        </form>
        {shown ? (
          <div className="min-w-0 space-y-5">
            <ChartSpace height={260}>
              <ThroughputChart fit={shown} points={fitted} />
            </ChartSpace>
            <FitFacts fit={shown} points={fitted} />
          </div>
        ) : (
          <p className="text-sm text-ink-soft">
            Measure with your own load generator, at a load that keeps the load balancer busy. Begin
            with one thread, then two, then four. The curve is Gunther’s Universal Scalability Law.
            Threads wait for each other (contention) and must agree with each other (coherency). So
            throughput grows ever more slowly and may then fall.
          </p>
        )}
      </CardBody>
    </Card>
  )
}

/** The lines of the form: a number of processes and the throughput measured with it. */
function PointsTable({
  rows,
  onChange,
}: {
  rows: PointRow[]
  onChange: (rows: PointRow[]) => void
}) {
  const put = (id: number, change: Partial<PointRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  return (
    <div className="space-y-3">
      {rows.map((row, index) => {
        const faults = faultsOf(row)
        return (
          <div key={row.id} className="flex items-start gap-2">
            <Field
              label={index === 0 ? 'Threads' : `Threads, line ${index + 1}`}
              hideLabel={index > 0}
              error={faults.processes}
              className="w-24 shrink-0"
            >
              <Input
                inputMode="numeric"
                value={row.processes}
                onChange={(event) => put(row.id, { processes: event.target.value })}
              />
            </Field>
            <Field
              label={index === 0 ? 'Answers/s' : `Answers/s, line ${index + 1}`}
              hideLabel={index > 0}
              error={faults.throughput}
              className="flex-1"
            >
              <Input
                inputMode="decimal"
                unit="/s"
                value={row.throughput}
                onChange={(event) => put(row.id, { throughput: event.target.value })}
              />
            </Field>
            <Button
              look="quiet"
              aria-label={`Remove line ${index + 1}`}
              className={index === 0 ? 'mt-[1.75rem] px-2.5' : 'px-2.5'}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            >
              <X aria-hidden />
            </Button>
          </div>
        )
      })}
      <Button size="small" onClick={() => onChange([...rows, nextRow(rows)])}>
        <Plus aria-hidden /> Another measurement
      </Button>
    </div>
  )
}
