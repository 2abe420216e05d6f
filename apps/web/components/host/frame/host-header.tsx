'use client'

import { AnalysisStateBadge } from '../../analysis/analysis-state-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { GradeBadge } from '../../ui/grade-badge.tsx'
import { Name } from '../../ui/name.tsx'
import { HostMenu } from './host-menu.tsx'
import { HostTabs } from './host-tabs.tsx'
import { RecordingPicker } from './recording-picker.tsx'
import { ShareButton } from './share-button.tsx'
import type { HostFrameValue } from './use-host-frame.ts'

/** What the header shows comes before it in the order of Tab; its skip link leads here. */
export const TAB = 'tab'

/** Names the host and its verdict, and leads to everything about it: two rows at any width. */
export function HostHeader({ host, recordings, recording }: HostFrameValue) {
  return (
    <header className="-mx-4 -mt-3 mb-4 border-b border-line bg-canvas px-4 sm:-mx-8 sm:mb-6 sm:px-8 lg:sticky lg:top-0 lg:z-20 lg:-mt-4 lg:pt-4">
      <a
        href={`#${TAB}`}
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the tab
      </a>
      <div className="flex h-10 items-center gap-x-3">
        <h1 className="min-w-16 text-xl xl:min-w-40 font-semibold tracking-tight sm:text-2xl">
          <Name>{host.name}</Name>
        </h1>
        <div className="flex shrink-0 items-center gap-x-2">
          {recording ? <AnalysisStateBadge analysis={recording} /> : null}
          <div className="hidden gap-x-2 xl:flex">
            {/* Why a verdict is only probable; the others say themselves what they rest on. */}
            {recording?.grade === 'thin' ? <GradeBadge grade="thin" /> : null}
            {host.isSample ? (
              <span className="hidden 2xl:block">
                <Badge>sample recording</Badge>
              </span>
            ) : null}
          </div>
        </div>
        <div className="ml-auto hidden min-w-64 flex-1 items-center justify-end gap-2 md:flex">
          <div className="max-w-128 min-w-0 flex-1">
            <RecordingPicker recordings={recordings} shownId={recording?.id ?? null} />
          </div>
          <span className="hidden xl:block">
            <ShareButton recordingId={recording?.id} />
          </span>
        </div>
        <HostMenu host={host} recordings={recordings} recording={recording} />
      </div>
      <HostTabs host={host} recording={recording} />
    </header>
  )
}
