'use client'

import { useState } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** On by default; to switch it off takes a second word, because then hosts are changed. */
export function DryRunField({
  dryRun,
  subject,
  onChange,
}: {
  dryRun: boolean
  /** Where weights would be changed: `xen-1`, or the hosts of a tag. */
  subject: string
  onChange: (dryRun: boolean) => void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Checkbox
        label="Dry run"
        hint="Everything but the change itself: the journal says what would have been applied."
        checked={dryRun}
        onChange={(checked) => (checked ? onChange(true) : setAsking(true))}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Let weights be changed on ${subject}?`}
        confirmLabel="Switch the dry run off"
        onConfirm={() => {
          onChange(false)
          setAsking(false)
        }}
      >
        Once this is saved, what is approved is really applied, within the windows and bounds below.
        Look at the journal first: it says what a dry run would have done.
      </ConfirmDialog>
    </>
  )
}
