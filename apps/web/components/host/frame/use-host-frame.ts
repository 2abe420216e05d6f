'use client'

import type { Analysis, AnalysisSummary, Host } from '@steelyard/contract'
import { createContext, useContext } from 'react'

export interface HostFrameValue {
  host: Host
  /** The recordings of the host, newest first. */
  recordings: readonly AnalysisSummary[]
  /** The recording that the page shows; null when there is none. */
  recording: Analysis | null
}

export const HostFrameContext = createContext<HostFrameValue | null>(null)

/** What the header has read and every tab needs. Use it only below the frame of a host. */
export function useHostFrame(): HostFrameValue {
  const value = useContext(HostFrameContext)
  if (!value) throw new Error('There is no host outside of the frame of a host')
  return value
}
