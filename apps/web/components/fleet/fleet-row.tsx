import type { FleetHost } from '@steelyard/contract'
import { UNKNOWN } from '@steelyard/contract/format'
import { Cable, Hourglass, LoaderCircle, TriangleAlert, Unplug } from 'lucide-react'
import Link from 'next/link'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { connectionWords } from '../host/connection/connection-badge.tsx'
import { Name } from '../ui/name.tsx'
import { NO_VERDICT } from '../ui/verdict-badge.tsx'
import { VerdictWord } from '../ui/verdict-mark.tsx'
import { DomainBars } from './domain-bars.tsx'
import type { FleetColumn } from './fleet-columns.ts'
import { Sparkline } from './sparkline.tsx'

const cell = 'px-2 py-0 lg:h-9 lg:max-w-0'

/** One host: one line of 36 px, on narrow screens two. */
export function FleetRow({
  host,
  waits,
  columns,
}: {
  host: FleetHost
  waits: boolean
  columns: ReadonlySet<FleetColumn>
}) {
  return (
    <tr className="border-line not-last:border-b hover:bg-sunken max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-y-1 max-lg:px-2 max-lg:py-2">
      <th
        scope="row"
        className={`${cell} text-left font-medium`}
        title={host.headline ?? undefined}
      >
        <span className="flex min-w-0 items-center gap-2">
          <Link href={`/hosts/${host.id}`} className="min-w-24 underline-offset-4 hover:underline">
            <Name>{host.name}</Name>
          </Link>
          {waits ? <Waits /> : null}
          {host.tags.map((tag) => (
            <span
              key={tag}
              className="shrink-0 rounded bg-sunken px-1.5 text-xs font-normal text-ink-soft max-xl:hidden"
            >
              {tag}
            </span>
          ))}
        </span>
      </th>
      <td className={`${cell} align-middle`}>
        {host.isAnalysed ? (
          <span className="inline-flex items-center gap-1.5 text-ink-soft">
            <LoaderCircle
              className="size-3.5 animate-spin motion-reduce:animate-none"
              aria-hidden
            />
            Analysing
          </span>
        ) : host.verdict ? (
          <VerdictWord verdict={host.verdict} />
        ) : (
          <span className="text-ink-faint">{NO_VERDICT}</span>
        )}
      </td>
      {columns.has('targets') ? (
        <td className={cell}>
          <DomainBars domains={host.domains} />
        </td>
      ) : null}
      {columns.has('trend') ? (
        <td className={`${cell} max-[90rem]:hidden`}>
          <Sparkline trend={host.trend} />
        </td>
      ) : null}
      {columns.has('drift') ? (
        <td className={`${cell} max-xl:hidden`}>
          <Contact host={host} />
        </td>
      ) : null}
      {columns.has('recorded') ? (
        <td className={`${cell} whitespace-nowrap text-ink-soft max-lg:text-right max-lg:text-xs`}>
          {host.lastRecordedAt ? (
            <time dateTime={host.lastRecordedAt} title={formatDateTime(host.lastRecordedAt)}>
              {formatRelative(host.lastRecordedAt)}
            </time>
          ) : host.isLive ? (
            'live'
          ) : (
            UNKNOWN
          )}
          {host.drifted ? (
            <TriangleAlert aria-hidden className="ml-1 inline size-3.5 text-warn xl:hidden" />
          ) : null}
        </td>
      ) : null}
    </tr>
  )
}

/** Something was recommended for the host, and a person must decide. */
function Waits() {
  return (
    <span
      title="A recommendation waits for a person"
      className="inline-flex shrink-0 items-center gap-1 rounded bg-warn-soft px-1.5 text-xs font-medium text-warn"
    >
      <Hourglass aria-hidden className="size-3" />
      <span className="sr-only">A recommendation</span> waits
    </span>
  )
}

/** Drift matters most; without it, how the host is reached. */
function Contact({ host: { drifted, connection } }: { host: FleetHost }) {
  if (drifted) {
    return (
      <span
        className="flex items-center gap-1.5 text-warn"
        title="A value differs from what Steelyard left there"
      >
        <TriangleAlert aria-hidden className="size-4 shrink-0" /> Drifted
      </span>
    )
  }
  const Icon = connection === 'none' ? Unplug : Cable
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-faint">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{connectionWords[connection]}</span>
    </span>
  )
}
