'use client'

import dynamic from 'next/dynamic'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** Code that the first paint of a page does not need. */
export const PolicyForm = dynamic(() => import('./policy-form.tsx').then((it) => it.PolicyForm), {
  ssr: false,
  loading: () => <SkeletonLines lines={6} label="Loading the form" />,
})
