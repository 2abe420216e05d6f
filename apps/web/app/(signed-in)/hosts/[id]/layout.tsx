import type { ReactNode } from 'react'
import { HostFrame } from '../../../../components/host/frame/host-frame.tsx'

export default async function HostLayout({
  params,
  children,
}: {
  params: Promise<{ id: string }>
  children: ReactNode
}) {
  return <HostFrame id={(await params).id}>{children}</HostFrame>
}
