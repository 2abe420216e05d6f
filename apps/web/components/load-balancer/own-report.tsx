import type { LoadBalancer, LoadBalancerAdvice } from '@steelyard/contract'
import { formatCount, formatWholePercent } from '@steelyard/contract/format'
import { formatRelative } from '../../lib/format/dates.ts'
import { Figure } from '../ui/figure.tsx'

/** What the load balancer says of itself, and whether that or its CPU use decides. */
export function OwnReport({
  balancer: { domain, hostName },
  report,
}: {
  balancer: LoadBalancer
  report: LoadBalancerAdvice['report']
}) {
  return (
    <section aria-label={`What ${domain} reports`} className="space-y-4 border-t border-line pt-5">
      {report ? <ReportFigures report={report} /> : null}
      <p className="text-sm text-ink-soft">
        {report
          ? `${domain} measured this itself and reported it ${formatRelative(report.reportedAt)}. It decides whether I/O is concentrated in ${domain}. The figures above are read on ${hostName}.`
          : `${domain} has reported nothing of itself within the last minute. Whether I/O is concentrated in it is inferred from the CPU that ${hostName} sees it use.`}
      </p>
    </section>
  )
}

function ReportFigures({ report }: { report: NonNullable<LoadBalancerAdvice['report']> }) {
  const { sessions, queuedRequests, idlePercent, threads } = report
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      <Figure
        label="Threads busy"
        value={formatWholePercent((100 - idlePercent) / 100)}
        note="of the last second"
      />
      <Figure label="Threads running" value={formatCount(threads)} />
      <Figure label="Open sessions" value={formatCount(sessions)} />
      <Figure
        label="Queued requests"
        value={formatCount(queuedRequests)}
        note="waiting for a web server"
      />
    </dl>
  )
}
