import type { Metadata } from 'next'
import { HostPage } from '../../../../components/host/host-page.tsx'

export const metadata: Metadata = { title: 'Host' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <HostPage id={(await params).id} />
}
