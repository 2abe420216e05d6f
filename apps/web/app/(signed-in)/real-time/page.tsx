import type { Metadata } from 'next'
import { RealTimePage } from '../../../components/real-time/real-time-page.tsx'

export const metadata: Metadata = { title: 'Real-time domains' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ host?: string | string[] }>
}) {
  const { host } = await searchParams
  return <RealTimePage hostId={typeof host === 'string' ? host : null} />
}
