import type { Metadata } from 'next'
import { HeadroomTab } from '../../../../../components/host/headroom/headroom-tab.tsx'

export const metadata: Metadata = { title: 'Headroom' }

export default function Page() {
  return <HeadroomTab />
}
