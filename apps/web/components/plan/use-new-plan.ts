'use client'

import type { createPlan } from '@steelyard/contract'
import { useRouter } from 'next/navigation'
import type { z } from 'zod'
import { useApiMutation } from '../../lib/use-api.ts'

type Wanted = z.input<NonNullable<typeof createPlan.body>>

/** Makes a plan and opens it. */
export function useNewPlan() {
  const router = useRouter()
  const { mutateAsync, isPending, isSuccess, error } = useApiMutation('createPlan', {
    invalidates: ['listPlans'],
  })
  async function plan(body: Wanted) {
    try {
      const made = await mutateAsync({ body })
      router.push(`/changes/${made.plan.id}`)
    } catch {
      // It is in `error`.
    }
  }
  return { plan: (body: Wanted) => void plan(body), busy: isPending || isSuccess, error }
}
