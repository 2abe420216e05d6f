'use client'

import type { Forecast, Headroom } from '@steelyard/contract'
import { formatFactor, formatMs } from '@steelyard/contract/format'
import { CardBody } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { HeadroomChart } from './headroom-chart.tsx'
import { headroomRows } from './headroom-rows.ts'

/** More charts at once would be slow to draw and hard to read. */
const SHOWN_AT_FIRST = 6

/** Shows how much more load each domain can bear under the settings in question. */
export function HeadroomSection({ forecast }: { forecast: Forecast }) {
  const all = forecast.headroom.filter((each) => each.points.length > 0)
  if (all.length === 0) return null
  const targets = targetsOf(forecast)
  const charts = (some: readonly Headroom[]) => (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
      {some.map((each) => (
        <figure key={each.domain} className="min-w-0">
          <figcaption className="mb-1 text-sm">
            <span className="font-medium">{each.domain}</span>{' '}
            <span className="text-ink-soft">{each.statement}</span>
          </figcaption>
          <HeadroomChart
            headroom={each}
            targetMs={targets.get(each.domain) ?? null}
            loadFactor={forecast.question.loadFactor}
          />
        </figure>
      ))}
    </div>
  )
  return (
    <section aria-labelledby="headroom" className="border-t border-line">
      <CardBody className="space-y-4">
        <div>
          <h3 id="headroom" className="font-semibold">
            Headroom
          </h3>
          <p className="text-sm text-ink-soft">
            {forecast.headroomStatement}{' '}
            <span className="text-ink-faint">
              Peaks by SDPS, for the settings above; the load of all domains grows together.
            </span>
          </p>
        </div>
        {charts(all.slice(0, SHOWN_AT_FIRST))}
        {all.length > SHOWN_AT_FIRST ? (
          <Disclosure summary={`${all.length - SHOWN_AT_FIRST} more domains, with more headroom`}>
            {charts(all.slice(SHOWN_AT_FIRST))}
          </Disclosure>
        ) : null}
        <Disclosure summary="Headroom as a table">
          <HeadroomTable headroom={all} />
        </Disclosure>
      </CardBody>
    </section>
  )
}

function targetsOf({ domains }: Forecast): Map<string, number | null> {
  return new Map(domains.map(({ domain, targetMs }) => [domain, targetMs]))
}

function HeadroomTable({ headroom }: { headroom: readonly Headroom[] }) {
  return (
    <PlainTable caption="Predicted response time by load">
      <thead>
        <tr>
          <HeadCell>Load</HeadCell>
          {headroom.map(({ domain }) => (
            <HeadCell key={domain} numeric>
              {domain}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {headroomRows(headroom).map(({ loadFactor, timesMs }) => (
          <tr key={loadFactor} className="border-b border-line last:border-0">
            <RowHead>{formatFactor(loadFactor)}</RowHead>
            {headroom.map(({ domain }) => (
              <Cell key={domain} numeric>
                {formatMs(timesMs.get(domain))}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
