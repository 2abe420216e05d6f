'use client'

import { Link2 } from 'lucide-react'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Copies the address of what is shown now. */
export function ShareButton({ recordingId }: { recordingId: string | undefined }) {
  return (
    <CopyButton
      size="medium"
      word="Share"
      icon={Link2}
      label="the link to this page"
      text={() => permalink(recordingId)}
    />
  )
}

/** It names the recording, so that a newer one changes nothing. */
function permalink(recordingId: string | undefined): string {
  const url = new URL(location.href)
  if (recordingId) url.searchParams.set('recording', recordingId)
  return url.href
}
