import type { Metadata } from 'next'
import { LoopCard } from '../../../../components/loop-stop/loop-card.tsx'

export const metadata: Metadata = { title: 'Policies' }

export default function PoliciesPage() {
  return <LoopCard />
}
