'use client'

import type { AnalysisSummary } from '@steelyard/contract'
import Link from 'next/link'
import { hostPath } from '../../lib/host-paths.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { EditableName } from '../ui/editable-name.tsx'
import { EditableNotes } from '../ui/editable-notes.tsx'
import { TagList } from '../ui/tag-list.tsx'

type Recording = Pick<AnalysisSummary, 'id' | 'hostId' | 'name' | 'notes' | 'tags'>

/** Changes what people wrote about a recording. */
export function useRecordingTexts({ id }: Pick<Recording, 'id'>) {
  const update = useApiMutation('updateAnalysis', {
    invalidates: ['listAnalyses', 'getAnalysis', 'getHostHistory'],
  })
  return (body: { name?: string; notes?: string; tags?: string[] }) =>
    update.mutateAsync({ params: { id }, body })
}

/** The name of a recording, which leads to it and can be changed in place. */
export function RecordingName({ recording }: { recording: Recording }) {
  const save = useRecordingTexts(recording)
  return (
    <EditableName name={recording.name} needs="analyses:write" onSave={(name) => save({ name })}>
      <Link
        className="font-medium text-accent underline-offset-4 hover:underline"
        href={hostPath(recording.hostId, '', recording.id)}
      >
        {recording.name}
      </Link>
    </EditableName>
  )
}

export function RecordingTags({ recording }: { recording: Recording }) {
  const save = useRecordingTexts(recording)
  return (
    <TagList
      tags={recording.tags}
      of={recording.name}
      needs="analyses:write"
      onSave={(tags) => save({ tags })}
    />
  )
}

export function RecordingNotes({ recording }: { recording: Recording }) {
  const save = useRecordingTexts(recording)
  return (
    <EditableNotes
      notes={recording.notes}
      of={recording.name}
      needs="analyses:write"
      onSave={(notes) => save({ notes })}
    />
  )
}
