'use client'

import { OctagonX } from 'lucide-react'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { askToStop } from './ask-to-stop.ts'
import { mayStop, useLoopStop } from './use-loop-stop.ts'

/** In the frame of every page, for whoever may change hosts; nothing while all is stopped. */
export function StopButton({ onOpen }: { onOpen?: () => void }) {
  const session = useApi('getSession').data
  const loop = useLoopStop().data
  if (!session || !mayStop(session) || !loop || loop.stop) return null
  return (
    <Button
      look="quiet"
      size="small"
      className="w-full justify-start!"
      onClick={() => {
        onOpen?.()
        askToStop(true)
      }}
    >
      <OctagonX aria-hidden /> Stop everything
    </Button>
  )
}
