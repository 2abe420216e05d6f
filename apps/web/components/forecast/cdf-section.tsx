'use client'

import type { TwinRunResult } from '@steelyard/contract'
import { useState } from 'react'
import { CdfChart } from '../charts/cdf-chart.tsx'
import { LineSwatch } from '../charts/line-swatch.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'

/** Beyond this many names a row of buttons is no longer a choice at a glance. */
const BUTTONS_UP_TO = 5

const looks = {
  now: { id: 'now', label: 'now', color: 'var(--ink-faint)', dash: '4 3' },
  asked: { id: 'asked', label: 'as asked', color: 'var(--series-twin)', dash: undefined },
}

/** How the response times of one domain are spread, now and as asked. */
export function CdfSection({ result }: { result: TwinRunResult }) {
  const drawn = result.asked.filter(({ cdf }) => cdf.length > 1).map(({ domain }) => domain)
  const [chosen, setChosen] = useState(drawn[0])
  const domain = chosen !== undefined && drawn.includes(chosen) ? chosen : drawn[0]
  if (domain === undefined) return null
  const cdfOf = (of: TwinRunResult['now']) => of.find((each) => each.domain === domain)?.cdf ?? []
  const curves = [
    { ...looks.now, cdf: cdfOf(result.now) },
    { ...looks.asked, cdf: cdfOf(result.asked) },
  ]
  return (
    <figure className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <figcaption className="text-sm">
          <span className="font-medium">Share of requests answered within a time, {domain}</span>
          <span className="ml-3 inline-flex items-center gap-3 text-ink-soft">
            {curves.map(({ id, label, color, dash }) => (
              <span key={id} className="inline-flex items-center gap-1.5">
                <LineSwatch color={color} dash={dash} />
                {label}
              </span>
            ))}
          </span>
        </figcaption>
        {drawn.length <= BUTTONS_UP_TO ? (
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
      <CdfChart label={`Share of requests of ${domain} answered within a time`} curves={curves} />
    </figure>
  )
}
