import { listHosts } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { Permitted } from '../../components/access/permitted.tsx'
import { HostsOverview } from '../../components/overview/hosts-overview.tsx'
import { Button } from '../../components/ui/button.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { firstPageOf, prefetch } from '../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Fleet' }

export default async function FleetPage() {
  return (
    <>
      <PageHeader
        title="Fleet"
        description="What each host needs now, the most pressing first."
        actions={
          <Permitted needs="hosts:write">
            <Button asChild>
              <Link href="/hosts/new">
                <Plug aria-hidden /> Connect a host
              </Link>
            </Button>
          </Permitted>
        }
      />
      <HydrationBoundary state={await prefetch(firstPageOf(listHosts, { limit: 100 }))}>
        <HostsOverview />
      </HydrationBoundary>
    </>
  )
}
