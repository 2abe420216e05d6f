'use client'

import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { hostPath, hostTabs, settingsPath, usesTab } from '../../../lib/host-paths.ts'
import { addressOf } from '../../../lib/operations.ts'
import { kioskHref } from '../../../lib/use-kiosk.ts'
import { exportTables } from '../../analysis/export-tables.ts'
import { Permitted } from '../../ui/permitted.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { RecordingPicker } from './recording-picker.tsx'
import { ShareButton } from './share-button.tsx'
import type { HostFrameValue } from './use-host-frame.ts'

const itemLook =
  'flex min-h-9 items-center justify-between gap-6 rounded-md px-3 text-sm hover:bg-sunken pointer-coarse:min-h-11'
const formats = ['csv', 'json'] as const

/** What the header has no room for, and what few hosts need. */
export function HostMenu({ host, recordings, recording }: HostFrameValue) {
  const query = useSearchParams().toString()
  const path = usePathname()
  const shown = recording?.result ? recording.id : null
  const unused = hostTabs.filter(
    ({ segment }) => segment !== 'requests' && !usesTab(segment, { host, recording }),
  )
  return (
    <PopoverButton
      look="quiet"
      aria-label={`More about ${host.name}`}
      className="px-2.5 in-data-kiosk:hidden"
      panelLabel={`More about ${host.name}`}
      panelClassName="w-80 p-1.5"
      panel={
        <>
          <div className="space-y-2 p-1.5 xl:hidden">
            <div className="md:hidden">
              <RecordingPicker recordings={recordings} shownId={recording?.id ?? null} />
            </div>
            <ShareButton recordingId={recording?.id} />
          </div>
          <ul>
            <Permitted needs="plans:write">
              <Item href={`/changes/new?host=${host.id}`}>Plan by hand</Item>
            </Permitted>
            {unused.map(({ segment, label }) => (
              <Item key={segment} href={hostPath(host.id, segment, recording?.id)}>
                {label}
              </Item>
            ))}
            <Item href={settingsPath(host.id, 'host')}>Name, tags and notes</Item>
            <Item href={kioskHref(path, query)}>
              Kiosk <span className="text-ink-faint">for a screen on the wall</span>
            </Item>
            {shown ? (
              <Item href={`/hosts/${host.id}/report?recording=${shown}`}>
                Report <span className="text-ink-faint">A4</span>
              </Item>
            ) : null}
          </ul>
          {shown ? <Exports analysisId={shown} /> : null}
        </>
      }
    >
      <Ellipsis aria-hidden />
    </PopoverButton>
  )
}

function Item({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <Link
        href={href}
        className={itemLook}
        // The header stays where it is on another tab, and so would the menu.
        onClick={({ currentTarget }) =>
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        }
      >
        {children}
      </Link>
    </li>
  )
}

/** Every table of the recording. */
function Exports({ analysisId }: { analysisId: string }) {
  return (
    <ul aria-label="Export" className="mt-1.5 border-t border-line pt-1.5">
      {exportTables.flatMap(({ table, label }) =>
        formats.map((format) => (
          <li key={table + format}>
            <a
              download
              href={addressOf(
                '/analyses/:id/exports/:table',
                { id: analysisId, table },
                { format },
              )}
              className={itemLook}
            >
              {label} <span className="text-ink-faint">{format.toUpperCase()}</span>
            </a>
          </li>
        )),
      )}
    </ul>
  )
}
