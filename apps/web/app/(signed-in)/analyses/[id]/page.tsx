import type { Metadata } from 'next'
import { AnalysisPage } from '../../../../components/analysis/analysis-page.tsx'

export const metadata: Metadata = { title: 'Analysis' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <AnalysisPage id={(await params).id} />
}
