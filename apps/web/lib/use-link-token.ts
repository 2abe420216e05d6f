'use client'

import { tokenOfLink } from '@steelyard/contract/plain'
import { useSyncExternalStore } from 'react'

const unchanging = () => () => {}
const tokenInAddress = () => tokenOfLink(location.href)

/**
 * The token of a one-time link. It stands behind the `#`, which browsers send to no server, so that
 * it is in no log and no referrer.
 * @returns null on the server, which does not know it
 */
export function useLinkToken(): string | null {
  return useSyncExternalStore(unchanging, tokenInAddress, () => null)
}
