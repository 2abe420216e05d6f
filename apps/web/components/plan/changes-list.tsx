'use client'

import { useQueryParams } from '../../lib/use-query-params.ts'
import { Card } from '../ui/card.tsx'
import { planFilter } from './plan-filter.ts'
import { PlanFilters } from './plan-filters.tsx'
import { PlanList } from './plan-list.tsx'

/** The plans of all hosts, searched by host and filtered by state; both stand in the address. */
export function ChangesList() {
  const [params, change] = useQueryParams()
  const { search, state } = planFilter(params)
  return (
    <Card aria-label="Plans">
      <PlanFilters search={search ?? ''} state={state ?? ''} onChange={change} />
      <PlanList search={search} state={state} />
    </Card>
  )
}
