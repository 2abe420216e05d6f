import type { GuestLogState } from '@steelyard/contract'
import { FileCheck, KeyRound, LoaderCircle, type LucideIcon, Zap } from 'lucide-react'
import type { Tone } from '../ui/badge.tsx'

/** How a guest's access log stands, at a glance. */
export const guestLogLooks: Record<GuestLogState, { word: string; tone: Tone; icon: LucideIcon }> =
  {
    probing: { word: 'Connecting', tone: 'accent', icon: LoaderCircle },
    'awaiting-confirmation': { word: 'Confirm its key', tone: 'warn', icon: KeyRound },
    connecting: { word: 'Connecting', tone: 'accent', icon: LoaderCircle },
    ready: { word: 'Ready', tone: 'ok', icon: FileCheck },
    failing: { word: 'Failing', tone: 'danger', icon: Zap },
  }
