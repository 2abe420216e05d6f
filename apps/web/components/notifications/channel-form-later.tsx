'use client'

import dynamic from 'next/dynamic'
import { SkeletonLines } from '../ui/skeleton.tsx'

export const ChannelForm = dynamic(
  () => import('./channel-form.tsx').then((it) => it.ChannelForm),
  { ssr: false, loading: () => <SkeletonLines lines={6} label="Loading the form" /> },
)
