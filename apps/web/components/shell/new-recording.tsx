'use client'

import { Plus } from 'lucide-react'
import { useApi } from '../../lib/use-api.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Leads from every page to the one where recordings are dropped, for users who may upload. */
export function NewRecording({ onNavigate }: { onNavigate?: () => void }) {
  const permissions = useApi('getSession').data?.permissions
  if (permissions && !permissions.includes('uploads:write')) return null
  return (
    <ButtonLink look="primary" className="w-full" href="/recordings/new" onClick={onNavigate}>
      <Plus aria-hidden /> New recording
    </ButtonLink>
  )
}
