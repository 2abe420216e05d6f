import type { Metadata } from 'next'
import { ChangesList } from '../../../components/plan/changes-list.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'

export const metadata: Metadata = { title: 'Plans' }

export default function Page() {
  return (
    <>
      <PageHeader
        title="Plans"
        description="Changes of weights and caps: shown first, then applied, read back, and undone if anything goes wrong."
      />
      <ChangesList />
    </>
  )
}
