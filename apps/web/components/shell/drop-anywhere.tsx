'use client'

import { usePathname, useRouter } from 'next/navigation'
import { leaveFiles } from '../../lib/transfers/dropped-files.ts'
import { useApi } from '../../lib/use-api.ts'
import { PageDrop } from '../upload/files/page-drop.tsx'

const NEW_RECORDING = '/recordings/new'

/**
 * Files dropped on any page lead to a new recording. The page for new recordings has its own
 * target.
 */
export function DropAnywhere() {
  const router = useRouter()
  const mayUpload = useApi('getSession').data?.permissions.includes('uploads:write')
  if (usePathname() === NEW_RECORDING || !mayUpload) return null
  return (
    <PageDrop
      onFiles={(files) => {
        leaveFiles(files)
        router.push(NEW_RECORDING)
      }}
    >
      Drop to start a new recording
    </PageDrop>
  )
}
