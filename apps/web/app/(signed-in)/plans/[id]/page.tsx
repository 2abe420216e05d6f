import type { Metadata } from 'next'
import { PlanPage } from '../../../../components/plan/plan-page.tsx'

export const metadata: Metadata = { title: 'Plan' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <PlanPage id={(await params).id} />
}
