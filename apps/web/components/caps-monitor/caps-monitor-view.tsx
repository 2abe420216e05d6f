'use client'

import type { CapsMonitor } from '@steelyard/contract'
import { formatCap, formatTenths } from '@steelyard/contract/format'
import { formatRelative } from '../../lib/format/dates.ts'
import { ActingStatement } from '../policy/acting-statement.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'

const stateLooks: Record<CapsMonitor['realTime'][number]['state'], { word: string; tone: Tone }> = {
  active: { word: 'at work', tone: 'accent' },
  idle: { word: 'idle', tone: 'neutral' },
  unknown: { word: 'not sampled yet', tone: 'neutral' },
}

/** What the monitor does now, what it saw, and what that means for each cap. */
export function CapsMonitorView({ monitor }: { monitor: CapsMonitor }) {
  const { settings, statement, canActNow, realTime, caps, sampledAt, trouble } = monitor
  return (
    <div className="space-y-4">
      <ActingStatement acts={settings.mode === 'automatic'} canActNow={canActNow} role="status">
        {statement}
      </ActingStatement>
      <TroubleAlert trouble={trouble} title="The last try failed" tone="warn" />
      {settings.mode === 'off' ? null : (
        <>
          <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {realTime.map(({ domain, state, usedPCpus }) => (
              <li key={domain} className="flex items-center gap-2">
                <span className="font-medium [overflow-wrap:anywhere]">{domain}</span>
                <Badge tone={stateLooks[state].tone}>{stateLooks[state].word}</Badge>
                {usedPCpus === null ? null : (
                  <span className="text-ink-soft tabular">{formatTenths(usedPCpus)} pCPUs</span>
                )}
              </li>
            ))}
          </ul>
          <CapsTable caps={caps} isSampled={sampledAt !== null} />
          <p className="text-sm text-ink-faint">
            {sampledAt ? `Sampled ${formatRelative(sampledAt)}.` : 'Not sampled yet.'} Caps are read
            again when they are set and every few minutes.
          </p>
        </>
      )}
    </div>
  )
}

function CapsTable({ caps, isSampled }: Pick<CapsMonitor, 'caps'> & { isSampled: boolean }) {
  // Only a sample shows what runs.
  const withoutWanted = isSampled ? 'does not run' : '–'
  return (
    <div className="-mx-4 sm:-mx-6">
      <PlainTable caption="Caps of the others, in percent of one pCPU">
        <thead>
          <tr>
            <HeadCell>Guest</HeadCell>
            <HeadCell numeric>In force</HeadCell>
            <HeadCell numeric>Wanted</HeadCell>
            <HeadCell numeric>Before</HeadCell>
          </tr>
        </thead>
        <tbody>
          {caps.map(({ domain, inForcePercent, wantedPercent, beforePercent }) => (
            <tr key={domain}>
              <NameHead name={domain} />
              <Cell numeric>{formatCap(inForcePercent)}</Cell>
              <Cell numeric>
                {wantedPercent === null ? withoutWanted : formatCap(wantedPercent)}
              </Cell>
              <Cell numeric>{beforePercent === null ? '–' : formatCap(beforePercent)}</Cell>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
