'use client'

import { MessageSquarePlus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { Span } from '../../lib/span.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

const AnnotationForm = dynamic(
  () => import('./annotation-form.tsx').then((it) => it.AnnotationForm),
  { loading: () => <SkeletonLines lines={3} /> },
)

/** Writes on the time axis of a host: a deployment, an incident, whatever explains what is seen. */
export function Annotate({ hostId, selected }: { hostId: string; selected: Span | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Permitted needs="analyses:write">
      <Button size="small" onClick={() => setOpen(true)}>
        <MessageSquarePlus aria-hidden /> Annotate
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Annotate"
        description="It stands on the time axis of this host, for everybody who sees the host."
      >
        <AnnotationForm hostId={hostId} selected={selected} onDone={() => setOpen(false)} />
      </Dialog>
    </Permitted>
  )
}
