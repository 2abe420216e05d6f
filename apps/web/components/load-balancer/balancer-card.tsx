'use client'

import type { LoadBalancer } from '@steelyard/contract'
import { formatCount, formatCounted, formatTenths } from '@steelyard/contract/format'
import { Trash2 } from 'lucide-react'
import Link from 'next/link'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useMay } from '../../lib/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Figure } from '../ui/figure.tsx'
import { FoldingCard } from '../ui/folding-card.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { adviceSentence, asSentence, stateLooks } from './advice-words.ts'
import { ConnectBalancer } from './connect-balancer.tsx'
import { OwnReport } from './own-report.tsx'
import { ThroughputCard } from './throughput-card.tsx'

/** Shows the current advice for one load balancer, its connection, and its measured throughputs. */
export function BalancerCard({ balancer }: { balancer: LoadBalancer }) {
  const { hostId, hostName, domain, lastAskedAt, trouble } = balancer
  const advice = useLiveAdvice(balancer)
  const { word, tone } = stateLooks[advice.state]
  return (
    <section aria-label={`Load balancer ${domain} on ${hostName}`} className="space-y-4">
      <Card className="space-y-5 p-5 sm:p-7">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Badge tone={tone}>{word}</Badge>
          <RemoveBalancer balancer={balancer} />
        </div>
        <div className="space-y-2">
          <h2 className="text-xl leading-snug font-semibold sm:text-2xl">
            {adviceSentence(balancer, advice)}
          </h2>
          <p className="text-ink-soft">{asSentence(advice.reason)}</p>
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
          <Figure
            label="Idle pCPUs"
            value={formatTenths(advice.idlePCpus)}
            unit={advice.pCpus === null ? undefined : `of ${advice.pCpus}`}
            note={advice.sampledAt ? `read ${formatRelative(advice.sampledAt)}` : undefined}
          />
          <Figure
            label="Used by the load balancer"
            value={formatTenths(advice.ownPCpus)}
            unit={
              balancer.vCpus === null ? undefined : `of ${formatCounted(balancer.vCpus, 'vCPU')}`
            }
          />
          <Figure label="Runnable vCPUs" value={formatCount(advice.runnableVCpus)} />
          <Figure
            label="Advised threads"
            value={advice.advisedThreads ?? 'keep'}
            note={lastAskedAt ? `last request ${formatRelative(lastAskedAt)}` : 'no request yet'}
          />
        </dl>
        <OwnReport balancer={balancer} report={advice.report} />
        {trouble ? <TroubleAlert trouble={trouble} title="The host could not be sampled" /> : null}
        <p className="text-sm text-ink-faint">
          <Link className="underline underline-offset-4" href={`/hosts/${hostId}`}>
            {hostName}
          </Link>{' '}
          is sampled only on request: by the load balancer, or by this page while it is open.
        </p>
      </Card>
      <Permitted needs="tokens:manage">
        <FoldingCard
          folded
          id={`connect-${hostId}`}
          title={`Connect ${domain}`}
          description="It needs a token of its own and a small script that controls HAProxy."
        >
          <CardBody className="pt-0">
            <ConnectBalancer balancer={balancer} />
          </CardBody>
        </FoldingCard>
      </Permitted>
      <ThroughputCard balancer={balancer} />
    </section>
  )
}

/**
 * An open page keeps the host sampled for users who may ask for advice; others see the last stored
 * advice.
 */
function useLiveAdvice({ hostId, advice }: LoadBalancer) {
  const mayAsk = useMay()('load-balancer')
  const live = useApi(
    'getLoadBalancerAdvice',
    { params: { id: hostId } },
    {
      enabled: mayAsk,
      refetchInterval: (known) => 1000 * (known?.nextPollSeconds ?? advice.nextPollSeconds),
    },
  )
  if (!live.data?.sampledAt) return advice
  return (advice.sampledAt ?? '') > live.data.sampledAt ? advice : live.data
}

function RemoveBalancer({ balancer: { hostId, hostName, domain } }: { balancer: LoadBalancer }) {
  const remove = useApiMutation('removeLoadBalancer', {
    invalidates: ['listLoadBalancers', 'getHost'],
  })
  return (
    <Permitted needs="hosts:write">
      <ConfirmButton
        look="quiet"
        size="small"
        icon={Trash2}
        label="Remove"
        aria-label={`Remove the load balancer of ${hostName}`}
        title={`No more advice for ${domain}?`}
        action={remove}
        onConfirm={(close) => remove.mutate({ params: { id: hostId } }, { onSuccess: close })}
      >
        Its tokens are revoked, and its measurements are deleted. It keeps the threads it has now.
      </ConfirmButton>
    </Permitted>
  )
}
