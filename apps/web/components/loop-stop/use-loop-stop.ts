'use client'

import type { User } from '@steelyard/contract'
import { mayOn } from '@steelyard/contract/plain'
import { useApi } from '../../lib/use-api.ts'

const REFRESH_MS = 30_000

/** What every part that shows the stop may be out of date by at most. */
export function useLoopStop() {
  return useApi('getLoop', {}, { refetchInterval: REFRESH_MS })
}

/** Anyone who may change a host may stop the loop; what resumes on all hosts takes a role on all. */
export const mayStop = ({ permissions }: User) => permissions.includes('plans:apply')
export const mayResume = ({ grants }: User) => mayOn(grants, 'plans:apply', null)
