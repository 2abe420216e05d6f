'use client'

import { getSession } from '@steelyard/contract'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useApi } from '../../lib/use-api.ts'
import { useDragOverPage } from '../upload/files/use-drag-over-page.ts'

const DropTarget = dynamic(() => import('./drop-target.tsx').then((it) => it.DropTarget), {
  ssr: false,
})

const NEW_RECORDING = '/recordings/new'

/**
 * While files are dragged over any page, the whole page is a target that leads to a new recording.
 * The page for new recordings has its own.
 */
export function DropAnywhere() {
  const mayUpload = useApi(getSession).data?.permissions.includes('uploads:write')
  return usePathname() !== NEW_RECORDING && mayUpload ? <WhileDragging /> : null
}

function WhileDragging() {
  return useDragOverPage() ? <DropTarget leadsTo={NEW_RECORDING} /> : null
}
