import type { Metadata } from 'next'
import { LabPage } from '../../../components/lab/lab-page.tsx'

export const metadata: Metadata = { title: 'Scheduler lab' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ analysis?: string | string[]; kind?: string | string[] }>
}) {
  const { analysis, kind } = await searchParams
  return (
    <LabPage
      analysisId={typeof analysis === 'string' ? analysis : null}
      kind={kind === 'pinning' ? 'pinning' : 'boost'}
    />
  )
}
