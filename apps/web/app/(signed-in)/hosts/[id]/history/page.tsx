import type { Metadata } from 'next'
import { HistoryTab } from '../../../../../components/host/history/history-tab.tsx'

export const metadata: Metadata = { title: 'History' }

export default function Page() {
  return <HistoryTab />
}
