'use client'

import type { TwinRunResult } from '@steelyard/contract'
import { useState } from 'react'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { CdfChart } from './cdf-chart.tsx'
import { cdfRows } from './cdf-rows.ts'

/** Beyond this many names a row of buttons is no longer a choice at a glance. */
const buttonsUpTo = 5

/** How the response times of one domain are spread, now and as asked. */
export function CdfSection({ result }: { result: TwinRunResult }) {
  const drawn = result.asked.filter(({ cdf }) => cdf.length > 1).map(({ domain }) => domain)
  const [chosen, setChosen] = useState(drawn[0])
  const domain = chosen !== undefined && drawn.includes(chosen) ? chosen : drawn[0]
  if (domain === undefined) return null
  const now = result.now.find((each) => each.domain === domain)
  const asked = result.asked.find((each) => each.domain === domain)
  return (
    <figure className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <figcaption className="text-sm">
          <span className="font-medium">Share of requests answered within a time, {domain}</span>
          <span className="ml-3 inline-flex items-center gap-3 text-ink-soft">
            <Legend label="now" dash="4 3" color="var(--ink-faint)" />
            <Legend label="as asked" color="var(--series-twin)" />
          </span>
        </figcaption>
        {drawn.length <= buttonsUpTo ? (
          <Segmented
            label="Domain of the chart"
            options={drawn.map((value) => ({ value, label: value }))}
            value={domain}
            onChange={setChosen}
          />
        ) : (
          <Select
            aria-label="Domain of the chart"
            value={domain}
            onChange={(event) => setChosen(event.target.value)}
          >
            {drawn.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        )}
      </div>
      <CdfChart
        label={`Share of requests of ${domain} answered within a time`}
        rows={cdfRows(now?.cdf ?? [], asked?.cdf ?? [])}
      />
    </figure>
  )
}

function Legend({ label, color, dash }: { label: string; color: string; dash?: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="24" height="8" viewBox="0 0 24 8" aria-hidden>
        <line x1="0" y1="4" x2="24" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dash} />
      </svg>
      {label}
    </span>
  )
}
