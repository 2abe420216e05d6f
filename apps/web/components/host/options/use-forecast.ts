'use client'

import type { ForecastQuestion } from '@steelyard/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { forecastOf } from '../../../lib/host-queries.ts'
import { queryKeyOf } from '../../../lib/query-keys.ts'

/**
 * Answers the newest question. Only one request is under way at a time, so the numbers follow a
 * slider as fast as the API answers.
 */
export function useForecast(analysisId: string, question: ForecastQuestion) {
  const wanted = JSON.stringify(question)
  const [asked, setAsked] = useState(wanted)
  const request = forecastOf(analysisId, JSON.parse(asked) as ForecastQuestion)
  const query = useQuery({
    queryKey: queryKeyOf('askForecast', request),
    queryFn: () => call('askForecast', request),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { isFetching } = query
  useEffect(() => {
    if (!isFetching) setAsked(wanted)
  }, [isFetching, wanted])
  return { ...query, isBehind: isFetching || asked !== wanted }
}
