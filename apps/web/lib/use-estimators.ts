'use client'

import type { Estimator } from '@steelyard/contract'
import { createContext, useContext } from 'react'

export const EstimatorsContext = createContext<readonly Estimator[]>([])

/** All estimators that the API knows: first those that forecast, most trusted first. */
export function useEstimators(): readonly Estimator[] {
  return useContext(EstimatorsContext)
}
