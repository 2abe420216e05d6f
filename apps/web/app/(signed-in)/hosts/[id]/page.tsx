import type { Metadata } from 'next'
import { NowTab } from '../../../../components/host/now/now-tab.tsx'

export const metadata: Metadata = { title: 'Host' }

export default function Page() {
  return <NowTab />
}
