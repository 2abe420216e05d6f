import type { Host } from '@steelyard/contract'
import { hostPath, hostTabs, usesTab } from '../../../lib/host-paths.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { EditableName } from '../../ui/editable-name.tsx'
import { EditableNotes } from '../../ui/editable-notes.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { useHostTexts } from '../use-host-texts.ts'

/** What people call the host and wrote about it, and the pages that few hosts need. */
export function NameCard({ host }: { host: Host }) {
  const save = useHostTexts(host)
  const edit = { of: host.name, needs: 'hosts:write' } as const
  const unused = hostTabs.filter(
    ({ segment }) => segment !== 'requests' && !usesTab(segment, { host, recording: null }),
  )
  return (
    <Card aria-labelledby="this-host">
      <CardHeader id="this-host" title="This host" />
      <CardBody>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center xl:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm [&>dt]:text-ink-faint">
          <dt>Name</dt>
          <dd>
            <EditableName name={host.name} needs="hosts:write" onSave={(name) => save({ name })} />
          </dd>
          <dt>Tags</dt>
          <dd>
            <TagList tags={host.tags} {...edit} onSave={(tags) => save({ tags })} />
          </dd>
          <dt>Notes</dt>
          <dd>
            <EditableNotes notes={host.notes} {...edit} onSave={(notes) => save({ notes })} />
          </dd>
          {unused.length > 0 ? (
            <>
              <dt>Also here</dt>
              <dd className="flex flex-wrap gap-x-4">
                {unused.map(({ segment, label }) => (
                  <InlineLink key={segment} href={hostPath(host.id, segment)}>
                    {label}
                  </InlineLink>
                ))}
              </dd>
            </>
          ) : null}
        </dl>
      </CardBody>
    </Card>
  )
}
