import type { Metadata } from 'next'
import { ReportPage } from '../../../../../components/report/report-page.tsx'

export const metadata: Metadata = { title: 'Report' }

export default function Page() {
  return <ReportPage />
}
