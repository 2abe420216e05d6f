'use client'

import type { Domain, GuestLogState } from '@steelyard/contract'
import { FileCheck, KeyRound, LoaderCircle, type LucideIcon, Zap } from 'lucide-react'
import { isGuest } from '../../lib/is-guest.ts'
import { useMay } from '../../lib/use-session.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'

/** How the state of a guest's access log is displayed. */
const guestLogLooks: Record<GuestLogState, { word: string; tone: Tone; icon: LucideIcon }> = {
  probing: { word: 'Connecting', tone: 'accent', icon: LoaderCircle },
  'awaiting-confirmation': { word: 'Confirm its key', tone: 'warn', icon: KeyRound },
  connecting: { word: 'Connecting', tone: 'accent', icon: LoaderCircle },
  ready: { word: 'Ready', tone: 'ok', icon: FileCheck },
  failing: { word: 'Failing', tone: 'danger', icon: Zap },
}

/** Shows whether a recording includes the guest's access log, and opens its settings. */
export function GuestLogCell({ domain, onOpen }: { domain: Domain; onOpen: () => void }) {
  const may = useMay()
  const { name, gone, guestLog } = domain
  if (!isGuest(domain) || (gone && !guestLog)) return '–'
  if (!guestLog) {
    if (!may('hosts:write')) return 'not set up'
    return (
      <Button size="small" onClick={onOpen}>
        Set up<span className="sr-only"> the access log of {name}</span>
      </Button>
    )
  }
  const { word, tone, icon } = guestLogLooks[guestLog.state]
  return (
    <div className="flex items-center gap-1">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <Button look="quiet" size="small" onClick={onOpen}>
        Open<span className="sr-only"> the access log of {name}</span>
      </Button>
    </div>
  )
}
