import type { Upload, UploadState } from '@steelyard/contract'
import { isCancelled } from '../../lib/upload-state.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const states: Record<UploadState, { word: string; tone: Tone }> = {
  receiving: { word: 'Not finished', tone: 'warn' },
  recording: { word: 'Being recorded', tone: 'accent' },
  inspecting: { word: 'Being recognised', tone: 'accent' },
  ready: { word: 'Ready', tone: 'ok' },
  refused: { word: 'Refused', tone: 'danger' },
}

export function UploadStateBadge({ upload }: { upload: Pick<Upload, 'state' | 'trouble'> }) {
  if (isCancelled(upload)) return <Badge>Cancelled</Badge>
  const { word, tone } = states[upload.state]
  return <Badge tone={tone}>{word}</Badge>
}
