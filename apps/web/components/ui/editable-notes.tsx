import { InlineEdit, type InlineEditProps } from './inline-edit.tsx'

/** Notes that can be changed where they stand. */
export function EditableNotes({
  notes,
  of,
  ...edit
}: Omit<InlineEditProps, 'what'> & { notes: string; of: string }) {
  return (
    <InlineEdit {...edit} what={`the notes on ${of}`} text={notes} multiline>
      {notes ? (
        <span className="text-sm whitespace-pre-line text-ink-faint [overflow-wrap:anywhere]">
          {notes}
        </span>
      ) : (
        <span className="text-sm whitespace-nowrap text-ink-faint">No notes</span>
      )}
    </InlineEdit>
  )
}
