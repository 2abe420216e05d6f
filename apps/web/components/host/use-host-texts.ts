'use client'

import type { Host } from '@steelyard/contract'
import { useApiMutation } from '../../lib/use-api.ts'

/** Changes what people wrote about a host. */
export function useHostTexts({ id }: Pick<Host, 'id'>) {
  const update = useApiMutation('updateHost', { invalidates: ['getHost', 'listHosts', 'getFleet'] })
  return (body: { name?: string; notes?: string; tags?: string[] }) =>
    update.mutateAsync({ params: { id }, body })
}
