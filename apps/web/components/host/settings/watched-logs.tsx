'use client'

import type { Host, WatchedLog } from '@steelyard/contract'
import { formatCount, formatItems } from '@steelyard/contract/format'
import { isGuest } from '../../../lib/is-guest.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../../ui/plain-table.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'

/** How each guest's access log is followed, and which guests have none to follow. */
export function WatchedLogs({ host, logs }: { host: Host; logs: readonly WatchedLog[] }) {
  const without = host.domains
    .filter((domain) => isGuest(domain) && !domain.gone)
    .filter(({ name }) => !logs.some(({ domain }) => domain === name))
  return (
    <div className="space-y-3">
      {logs.length > 0 ? (
        <div className="-mx-4 sm:-mx-6">
          <PlainTable caption="Access logs that the watch follows">
            <thead>
              <tr>
                <HeadCell>Access log of</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell numeric>Lines read</HeadCell>
                <HeadCell numeric>Not understood</HeadCell>
              </tr>
            </thead>
            <tbody>
              {logs.map(({ domain, trouble, acceptedLines, rejectedLines }) => (
                <tr key={domain} className="border-b border-line last:border-0">
                  <NameHead name={domain} />
                  <Cell>
                    {trouble ? (
                      <Badge tone="danger">Not followed</Badge>
                    ) : (
                      <Badge tone="ok">Followed</Badge>
                    )}
                  </Cell>
                  <Cell numeric>{formatCount(acceptedLines)}</Cell>
                  <Cell numeric>{formatCount(rejectedLines)}</Cell>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </div>
      ) : null}
      {logs.map((log) => (
        <LogTrouble key={log.domain} log={log} />
      ))}
      {without.length > 0 ? (
        <p className="text-sm text-ink-soft">
          Without an access log, so without response times:{' '}
          {formatItems(without.map(({ name }) => name))}. Set logs up under Guests.
        </p>
      ) : null}
    </div>
  )
}

const UNTIMED: Record<NonNullable<WatchedLog['untimed']>, string> = {
  'not-logged': 'has no durations',
  'too-coarse': 'has durations in whole seconds, which are too coarse',
}

function LogTrouble({ log: { domain, trouble, lastRejected, untimed } }: { log: WatchedLog }) {
  return (
    <>
      <TroubleAlert title={`The log of ${domain} cannot be followed now`} trouble={trouble} />
      {untimed ? (
        <TroubleAlert
          tone="warn"
          title={`No response times of ${domain}, so its target is not judged`}
          trouble={{
            code: `log-${untimed}`,
            message: `Its log ${UNTIMED[untimed]}.`,
            fix: 'Add %D (Apache) or $request_time (nginx) to the log format.',
          }}
        />
      ) : null}
      {lastRejected ? (
        <div className="text-sm text-ink-soft">
          <p>
            {domain}: line {formatCount(lastRejected.line)} was not understood:{' '}
            {lastRejected.reason}
          </p>
          <code className="block font-mono text-xs [overflow-wrap:anywhere]">
            {lastRejected.excerpt}
          </code>
        </div>
      ) : null}
    </>
  )
}
