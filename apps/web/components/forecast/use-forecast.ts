'use client'

import { askForecast, type ForecastQuestion } from '@steelyard/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'

/**
 * The answer to the newest question that could be asked: one is under way at a time, so that the
 * numbers follow a slider as fast as the API answers, and no faster.
 */
export function useForecast(analysisId: string, question: ForecastQuestion, enabled = true) {
  const wanted = JSON.stringify(question)
  const [asked, setAsked] = useState(wanted)
  const query = useQuery({
    queryKey: [askForecast.id, analysisId, asked],
    queryFn: () =>
      call(askForecast, {
        params: { id: analysisId },
        body: JSON.parse(asked) as ForecastQuestion,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  const { isFetching } = query
  useEffect(() => {
    if (!isFetching) setAsked(wanted)
  }, [isFetching, wanted])
  return { ...query, isBehind: isFetching || asked !== wanted }
}
