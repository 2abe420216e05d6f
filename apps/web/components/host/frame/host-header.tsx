'use client'

import { Link2, SlidersHorizontal } from 'lucide-react'
import { AnalysisStateBadge } from '../../analysis/analysis-state-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EditableName } from '../../ui/editable-name.tsx'
import { GradeBadge } from '../../ui/grade-badge.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { VerdictBadge } from '../../ui/verdict-badge.tsx'
import { useHostTexts } from '../use-host-texts.ts'
import { ExportMenu } from './export-menu.tsx'
import { HostTabs } from './host-tabs.tsx'
import { RecordingPicker } from './recording-picker.tsx'
import type { HostFrameValue } from './use-host-frame.ts'

/** What the header shows comes before it in the order of Tab; its skip link leads here. */
export const TAB = 'tab'

/** Names the host and its verdict, and leads to everything about it. */
export function HostHeader({ host, recordings, recording }: HostFrameValue) {
  const save = useHostTexts(host)
  return (
    <header className="-mx-4 mb-6 border-b border-line bg-canvas px-4 pt-1 sm:-mx-8 sm:px-8 lg:sticky lg:top-0 lg:z-20 lg:-mt-4 lg:pt-4">
      <a
        href={`#${TAB}`}
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the tab
      </a>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <EditableName name={host.name} needs="hosts:write" onSave={(name) => save({ name })}>
            <h1 className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">
              {host.name}
            </h1>
          </EditableName>
          {recording ? (
            <AnalysisStateBadge analysis={recording} />
          ) : (
            <VerdictBadge verdict={host.verdict} />
          )}
          {/* Why a verdict is only probable; the others say themselves what they rest on. */}
          {recording?.grade === 'thin' ? <GradeBadge grade="thin" /> : null}
          {host.isSample ? <Badge>sample recording</Badge> : null}
          <TagList
            tags={host.tags}
            of={host.name}
            needs="hosts:write"
            onSave={(tags) => save({ tags })}
          />
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <RecordingPicker recordings={recordings} shownId={recording?.id ?? null} />
          <CopyButton
            size="medium"
            word="Share"
            icon={Link2}
            label="the link to this page"
            text={() => permalink(recording?.id)}
          />
          {recording?.result ? <ExportMenu hostId={host.id} analysisId={recording.id} /> : null}
          <Permitted needs="plans:write">
            <ButtonLink href={`/changes/new?host=${host.id}`}>
              <SlidersHorizontal aria-hidden /> Plan by hand
            </ButtonLink>
          </Permitted>
        </div>
      </div>
      <HostTabs hostId={host.id} />
    </header>
  )
}

/** The address of what is shown now; it names the recording, so that a newer one changes nothing. */
function permalink(recordingId: string | undefined): string {
  const url = new URL(location.href)
  if (recordingId) url.searchParams.set('recording', recordingId)
  return url.href
}
