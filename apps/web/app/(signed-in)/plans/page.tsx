import type { Metadata } from 'next'
import { PlanList } from '../../../components/plan/plan-list.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'

export const metadata: Metadata = { title: 'Plans' }

export default function Page() {
  return (
    <>
      <PageHeader
        title="Plans"
        description="Changes of weights and caps: shown first, then applied, read back, and undone if anything goes wrong."
      />
      <Card>
        <PlanList />
      </Card>
    </>
  )
}
