'use client'

import { formatCounted } from '@steelyard/contract/format'
import { SearchX, Server } from 'lucide-react'
import { useApi } from '../../lib/use-api.ts'
import { useKiosk } from '../../lib/use-kiosk.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { useOpenRecommendations } from '../recommendations/use-open-recommendations.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pending } from '../ui/pending.tsx'
import { filterHosts, filterOf, tagsOfFleet } from './filter-hosts.ts'
import { FirstRun } from './first-run.tsx'
import { shownColumns } from './fleet-columns.ts'
import { FleetFilters } from './fleet-filters.tsx'
import { FleetTable } from './fleet-table.tsx'

const REFRESH_MS = 15_000

/** All hosts at a glance; the address keeps the search and the filters. */
export function Fleet({ dismissed }: { dismissed: boolean }) {
  const fleet = useApi('getFleet', {}, { refetchInterval: REFRESH_MS })
  const [params, change] = useQueryParams()
  const kiosk = useKiosk()
  const waiting = new Set(useOpenRecommendations().map(({ hostId }) => hostId))
  if (!fleet.data) {
    return <Pending query={fleet} lines={8} label="Loading the fleet" />
  }
  const { data: hosts, firstSteps } = fleet.data
  const filter = filterOf(params)
  const shown = filterHosts(hosts, filter)
  return (
    <>
      {kiosk ? null : (
        <FirstRun
          done={firstSteps}
          dismissed={dismissed}
          sample={firstSteps.recorded ? undefined : hosts.find(({ isSample }) => isSample)}
        />
      )}
      <Card aria-label="Hosts">
        {hosts.length === 0 ? (
          <EmptyState icon={Server} title="No hosts yet">
            The first analysed recording adds its host here. It can be connected later.
          </EmptyState>
        ) : (
          <>
            <FleetFilters filter={filter} tags={tagsOfFleet(hosts)} onChange={change} />
            <p role="status" className="sr-only">
              {formatCounted(shown.length, 'host')} shown
            </p>
            {shown.length > 0 ? (
              <FleetTable hosts={shown} waiting={waiting} columns={shownColumns(params)} />
            ) : (
              <EmptyState
                icon={SearchX}
                title="No host fits"
                action={
                  <Button
                    onClick={() =>
                      change({ q: undefined, verdict: undefined, tag: undefined, drift: undefined })
                    }
                  >
                    Show all {formatCounted(hosts.length, 'host')}
                  </Button>
                }
              />
            )}
          </>
        )}
      </Card>
    </>
  )
}
