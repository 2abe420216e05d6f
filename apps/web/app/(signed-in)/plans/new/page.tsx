import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { HandSetPage } from '../../../../components/plan/hand-set/hand-set-page.tsx'

export const metadata: Metadata = { title: 'Set weights by hand' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ host?: string | string[] }>
}) {
  const { host } = await searchParams
  // Weights belong to a host, so without one the user chooses a host first.
  if (typeof host !== 'string') redirect('/hosts')
  return <HandSetPage hostId={host} />
}
