import type { Metadata } from 'next'
import { EvidenceTab } from '../../../../../components/host/evidence/evidence-tab.tsx'

export const metadata: Metadata = { title: 'Evidence' }

export default function Page() {
  return <EvidenceTab />
}
