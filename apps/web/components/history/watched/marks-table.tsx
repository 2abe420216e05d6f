import type { HostMark } from '@steelyard/contract'
import { Badge } from '../../ui/badge.tsx'
import { Cell, HeadCell, PlainTable } from '../../ui/plain-table.tsx'
import { markLooks } from '../../watch/mark-looks.ts'
import { RemoveAnnotation } from '../remove-annotation.tsx'
import { MarkText } from './mark-text.tsx'

/** The marks of the chart in words, newest first. */
export function MarksTable({
  hostId,
  marks,
  complete,
}: {
  hostId: string
  marks: readonly HostMark[]
  complete: boolean
}) {
  return (
    <div className="max-h-96 overflow-y-auto">
      <PlainTable caption="What happened, newest first">
        <thead>
          <tr>
            <HeadCell>Kind</HeadCell>
            <HeadCell>Guest</HeadCell>
            <HeadCell>What happened</HeadCell>
          </tr>
        </thead>
        <tbody>
          {marks.toReversed().map((mark) => {
            const { word, icon } = markLooks[mark.kind]
            return (
              <tr
                key={`${mark.at} ${mark.kind} ${mark.domain} ${mark.text}`}
                className="border-b border-line last:border-0"
              >
                <Cell>
                  <Badge icon={icon}>{word}</Badge>
                </Cell>
                <Cell>{mark.domain ?? '–'}</Cell>
                <Cell className="min-w-56">
                  <MarkText mark={mark} />
                  {mark.annotationId ? (
                    <RemoveAnnotation
                      hostId={hostId}
                      annotationId={mark.annotationId}
                      text={mark.text}
                    />
                  ) : null}
                </Cell>
              </tr>
            )
          })}
        </tbody>
      </PlainTable>
      {complete ? null : (
        <p className="px-3 py-2 text-sm text-ink-faint">
          There are more. Choose a shorter range to see all of them.
        </p>
      )}
    </div>
  )
}
