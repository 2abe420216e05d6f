import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { Permitted } from '../../../components/access/permitted.tsx'
import { HostList } from '../../../components/host/host-list.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'

export const metadata: Metadata = { title: 'Hosts' }

export default function Page() {
  return (
    <>
      <PageHeader
        title="Hosts"
        description="Xen hosts, their verdicts, and how Steelyard reaches them."
        actions={
          <Permitted needs="hosts:write">
            <Button look="primary" asChild>
              <Link href="/hosts/new">
                <Plus aria-hidden /> Add a host
              </Link>
            </Button>
          </Permitted>
        }
      />
      <Card>
        <HostList />
      </Card>
    </>
  )
}
