import type { Metadata } from 'next'
import { NewHost } from '../../../../components/host/new-host.tsx'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'

export const metadata: Metadata = { title: 'Add a host' }

export default function Page() {
  return (
    <>
      <PageHeader
        back={{ href: '/', label: 'Fleet' }}
        title="Add a host"
        description="Nothing is changed on the host by adding or connecting it."
      />
      <Permitted needs="hosts:write" doing="adding hosts">
        <NewHost />
      </Permitted>
    </>
  )
}
