'use client'

import {
  type Analysis,
  createPlan,
  type LabResult,
  type Lever,
  type Levers,
  listPlans,
} from '@steelyard/contract'
import { formatCounted, formatDuration, formatNumber } from '@steelyard/contract/format'
import { ArrowRight, ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { CardBody } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { bestOfKinds } from './best-of-kinds.ts'
import { LeverRow } from './lever-row.tsx'

/** States the winner in one sentence, then lists every lever in order of rank. */
export function LeverList({
  analysis,
  result,
  levers,
}: {
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: LabResult
  levers: Levers
}) {
  const { best, rest } = bestOfKinds(levers.ranked)
  const row = (lever: Lever) => (
    <LeverRow
      key={lever.variantId}
      lever={lever}
      variant={result.variants.find(({ id }) => id === lever.variantId)!}
      action={<LeverAction lever={lever} analysisId={analysis.id} hostId={analysis.hostId} />}
    />
  )
  return (
    <>
      <CardBody className="space-y-2">
        <p className="text-lg leading-snug font-semibold">{levers.statement}</p>
        {levers.leadStatement ? (
          <p className="text-sm text-ink-soft">{levers.leadStatement}</p>
        ) : null}
      </CardBody>
      <ol
        aria-label="Levers, the most helpful first"
        className="divide-y divide-line border-y border-line"
      >
        {best.map(row)}
        <LoadBalancerRow idlePCpus={levers.idlePCpus} hostId={analysis.hostId} />
      </ol>
      <CardBody className="space-y-4">
        <p className="text-sm text-ink-faint">
          Measured peak response times, scaled as the twin scales the mean, with the SLA targets.
          Changes are over all requests, with 95 % intervals that hold for all levers together:{' '}
          {formatCounted(result.replications, 'replication')} of{' '}
          {formatDuration(result.simulatedSeconds)} under the same arrivals. The best lever of each
          kind is shown. The nearest to the targets comes first; among equals, what this host can do
          by itself.
          {result.notes.map((note) => ` ${note}`)}
        </p>
        {rest.length > 0 ? (
          <Disclosure summary={`${formatCounted(rest.length, 'more variant')} of these kinds`}>
            <ul className="divide-y divide-line border-y border-line">{rest.map(row)}</ul>
          </Disclosure>
        ) : null}
      </CardBody>
    </>
  )
}

/** Unranked, because no model predicts response times for it. */
function LoadBalancerRow({ idlePCpus, hostId }: { idlePCpus: number; hostId: string }) {
  if (idlePCpus < 1) return null
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 sm:px-6 lg:grid-cols-[1fr_minmax(15rem,auto)]">
      <div className="min-w-0 space-y-1.5">
        <p className="font-medium">More load balancer threads</p>
        <p className="text-sm text-ink-soft">
          {formatNumber(idlePCpus)} pCPUs are idle on average: a load balancer on this host could
          use them, with one more thread for each.
        </p>
        <ActionLink href={`/hosts/${hostId}/load-balancer`} text="Load balancer advice" />
      </div>
      <p className="text-sm text-ink-soft">Predicted response times: not known</p>
    </li>
  )
}

const links: Partial<Record<Lever['kind'], (of: Of) => { href: string; text: string }>> = {
  pinning: ({ analysisId }) => ({
    href: `/lab?analysis=${analysisId}&kind=pinning`,
    text: 'Pin in the lab',
  }),
  caps: ({ hostId }) => ({ href: `/changes/new?host=${hostId}`, text: 'Set caps by hand' }),
  'time-slice': () => ({ href: '#what-if', text: 'Try it in What if' }),
  scheduler: ({ analysisId }) => ({ href: `/lab?analysis=${analysisId}`, text: 'See in the lab' }),
  boost: ({ analysisId }) => ({ href: `/lab?analysis=${analysisId}`, text: 'See in the lab' }),
}

interface Of {
  analysisId: string
  hostId: string
}

/** The next step for a lever. A migration has none, because Steelyard does not migrate domains. */
function LeverAction({ lever, ...of }: Of & { lever: Lever }) {
  if (lever.kind === 'weights') return <PlanWeights analysisId={of.analysisId} />
  const link = links[lever.kind]?.(of)
  return link ? <ActionLink {...link} /> : null
}

function ActionLink({ href, text }: { href: string; text: string }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 text-sm font-medium text-accent underline underline-offset-4"
    >
      {text} <ArrowRight className="size-3.5 shrink-0" aria-hidden />
    </Link>
  )
}

/** Makes a plan from the recommended weights. */
function PlanWeights({ analysisId }: { analysisId: string }) {
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  return (
    <Permitted needs="plans:write">
      <div className="space-y-2">
        <Button
          size="small"
          busy={create.isPending || create.isSuccess}
          onClick={() =>
            create.mutate(
              { body: { analysisId } },
              { onSuccess: ({ plan }) => router.push(`/changes/${plan.id}`) },
            )
          }
        >
          <ClipboardList aria-hidden /> Plan the recommended weights
        </Button>
        <ProblemAlert error={create.error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
