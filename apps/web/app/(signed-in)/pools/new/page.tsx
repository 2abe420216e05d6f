import type { Metadata } from 'next'
import { NewPool } from '../../../../components/pool/new-pool.tsx'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'

export const metadata: Metadata = { title: 'Add a pool' }

export default function Page() {
  return (
    <>
      <PageHeader
        back={{ href: '/pools', label: 'Pools' }}
        title="Add a pool"
        description="Guests can move among the hosts of a pool, where weights do not suffice."
      />
      <Permitted needs="hosts:write" doing="adding pools">
        <NewPool />
      </Permitted>
    </>
  )
}
