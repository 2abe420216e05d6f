'use client'

import { Play } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { useSession } from '../../lib/use-session.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { mayResume } from './use-loop-stop.ts'

/** Lets the policies act again; nothing for those without a role on every host. */
export function ResumeButton() {
  const resume = useApiMutation('resumeLoop', {
    invalidates: ['getLoop', 'getHostPolicy', 'listJournal'],
  })
  if (!mayResume(useSession())) return null
  return (
    <ConfirmButton
      size="small"
      icon={Play}
      label="Resume"
      title="Let the policies act again?"
      action={resume}
      onConfirm={(close) => resume.mutate({ body: {} }, { onSuccess: close })}
    >
      What was approved meanwhile is applied as soon as its policy lets it. Hosts with an automatic
      policy may be changed without a person.
    </ConfirmButton>
  )
}
