import type { Metadata } from 'next'
import { LoadBalancerPage } from '../../../components/load-balancer/load-balancer-page.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'

export const metadata: Metadata = { title: 'Load balancer' }

export default function Page() {
  return (
    <>
      <PageHeader
        title="Load balancer"
        description="How many threads a software load balancer should run: as many as its host has pCPUs for right now."
      />
      <LoadBalancerPage />
    </>
  )
}
