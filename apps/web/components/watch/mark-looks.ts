import type { HostMark } from '@steelyard/contract'
import {
  CircleCheck,
  ClipboardList,
  EyeOff,
  Flame,
  Gauge,
  Layers,
  type LucideIcon,
  MessageSquare,
  RotateCw,
  Scale,
  Undo2,
} from 'lucide-react'

interface MarkLook {
  word: string
  icon: LucideIcon
  /** How the chart draws a moment of this kind. */
  line: { stroke: string; strokeWidth: number; strokeDasharray?: string }
  /** How the chart draws one that lasted. */
  area: { fill: string; fillOpacity: number; stroke?: string; strokeDasharray?: string }
}

const change = { stroke: 'var(--accent)', strokeWidth: 1.5 }
const other = { stroke: 'var(--ink-faint)', strokeWidth: 1, strokeDasharray: '4 3' }
const quiet = { fill: 'var(--ink-faint)', fillOpacity: 0.08 }

/** How each kind of mark is named and drawn. */
export const markLooks: Record<HostMark['kind'], MarkLook> = {
  weight: { word: 'Weight', icon: Scale, line: change, area: quiet },
  cap: { word: 'Cap', icon: Gauge, line: change, area: quiet },
  application: { word: 'Applied', icon: CircleCheck, line: change, area: quiet },
  'roll-back': { word: 'Rolled back', icon: Undo2, line: change, area: quiet },
  plan: { word: 'Plan', icon: ClipboardList, line: other, area: quiet },
  hotspot: {
    word: 'Hotspot',
    icon: Flame,
    line: { ...other, stroke: 'var(--danger)' },
    area: { fill: 'var(--danger)', fillOpacity: 0.12 },
  },
  reboot: { word: 'Reboot', icon: RotateCw, line: other, area: quiet },
  domain: { word: 'Guest', icon: Layers, line: other, area: quiet },
  annotation: {
    word: 'Annotation',
    icon: MessageSquare,
    line: { stroke: 'var(--ink-soft)', strokeWidth: 1.5, strokeDasharray: '2 2' },
    area: { fill: 'var(--ink-faint)', fillOpacity: 0.14 },
  },
  gap: {
    word: 'Not observed',
    icon: EyeOff,
    line: other,
    area: {
      fill: 'var(--sunken)',
      fillOpacity: 0.9,
      stroke: 'var(--line-strong)',
      strokeDasharray: '3 3',
    },
  },
}
