import type { JournalEntry } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import Link from 'next/link'
import { formatDateTime, formatTimeSince } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { rangeQuery } from '../../lib/time-range.ts'
import { Badge } from '../ui/badge.tsx'
import { decisionLooks } from './decision-words.ts'
import type { JournalFilter } from './journal-list.tsx'

const link = 'text-accent underline underline-offset-4'

/** One decision: its time, host, words and reason; on a narrow screen the reason stands below. */
export function JournalLine({ entry, of }: { entry: JournalEntry; of: JournalFilter }) {
  const { at, hostId, hostName, decision, text, recommendationId } = entry
  const { tone, word } = decisionLooks[decision]
  const repeated = repeatedWords(entry)
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:px-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <time dateTime={at} className="whitespace-nowrap text-ink-soft tabular lg:w-44">
          {hostId ? (
            <Link
              className="underline-offset-4 hover:underline"
              href={hostPath(hostId, 'history') + rangeQuery(around(entry))}
            >
              {formatDateTime(at)}
            </Link>
          ) : (
            formatDateTime(at)
          )}
        </time>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {of.hostId || of.recommendationId ? null : hostId ? (
          <Link className={`font-medium ${link}`} href={hostPath(hostId)}>
            {hostName}
          </Link>
        ) : (
          <span className="font-medium">All hosts</span>
        )}{' '}
        {text}
        {repeated ? <span className="text-ink-faint tabular"> {repeated}</span> : null}
        {recommendationId && !of.recommendationId ? (
          <>
            {' '}
            <Link
              className={`whitespace-nowrap ${link}`}
              href={`/recommendations/${recommendationId}`}
            >
              Recommendation
            </Link>
          </>
        ) : null}
      </p>
    </li>
  )
}

const AROUND_MS = 30 * 60_000

/** What History shows of the moment that a line speaks of. */
function around({ at, lastAt }: Pick<JournalEntry, 'at' | 'lastAt'>) {
  const [from, to] = [Date.parse(at) - AROUND_MS, Date.parse(lastAt) + AROUND_MS]
  return { from: new Date(from!).toISOString(), to: new Date(to!).toISOString() }
}

/** `×12 until 10:40` for what was decided several times in a row; null otherwise. */
export function repeatedWords({
  times,
  at,
  lastAt,
}: Pick<JournalEntry, 'times' | 'at' | 'lastAt'>): string | null {
  return times > 1 ? `×${formatCount(times)} until ${formatTimeSince(lastAt, at)}` : null
}
