'use client'

import type { Host } from '@steelyard/contract'
import { useRouter } from 'next/navigation'
import { hostPath } from '../host-paths.ts'
import type { Span } from '../span.ts'
import { useApiMutation } from '../use-api.ts'

/** The API analyses at most so much at once. */
export const LONGEST_ANALYSED_MS = 31 * 86_400_000

/** Analyses a range in which the host was watched, against its targets, and leads to the analysis. */
export function useAnalyseWatched(host: Pick<Host, 'id' | 'domains'>) {
  const router = useRouter()
  const create = useApiMutation('createAnalysis', { invalidates: ['listAnalyses'] })

  async function analyse({ from, to }: Span) {
    const watched = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    try {
      const { analysis } = await create.mutateAsync({
        body: { hostId: host.id, watched, targets: targetsOf(host) },
      })
      router.push(hostPath(host.id, '', analysis.id))
    } catch {
      // The mutation's own state shows the error.
    }
  }

  return { analyse, busy: create.isPending || create.isSuccess, error: create.error }
}

export function targetsOf({ domains }: Pick<Host, 'domains'>) {
  return domains
    .filter(
      ({ gone, target: { responseTimeMs, throughputPerSecond } }) =>
        !gone && (responseTimeMs ?? throughputPerSecond) !== null,
    )
    .map(({ name, target }) => ({ domain: name, ...target }))
}
