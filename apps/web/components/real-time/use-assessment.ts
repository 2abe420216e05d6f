'use client'

import type { RealTimeSet } from '@steelyard/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../lib/api.ts'

/** Assesses the domains as they are typed; the last verdict stays until the next one arrives. */
export function useAssessment(set: RealTimeSet | null) {
  const asked = useDeferredValue(JSON.stringify(set))
  return useQuery({
    queryKey: ['assessRealTime', asked],
    queryFn: ({ signal }) =>
      call('assessRealTime', { body: JSON.parse(asked) as RealTimeSet, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: asked !== 'null',
  })
}
