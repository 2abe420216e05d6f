import type { HotspotEvidence, TriggerState } from '@steelyard/loop'
import { z } from 'zod'
import { jsonColumn } from '../../json-column.ts'

const Window = z.looseObject({ startEpochSeconds: z.number() })

/** `Hotspot.evidence` and `Hotspot.closingEvidence` */
export const hotspotEvidence = jsonColumn<HotspotEvidence>(
  'the evidence of a hotspot',
  z.looseObject({
    windows: z.array(Window),
    missed: z.number(),
    targetSeconds: z.number(),
    forecast: z.looseObject({ by: z.string(), valueSeconds: z.number() }),
  }),
)

/** `TriggerMemory.state` */
export const triggerState = jsonColumn<TriggerState>(
  'what the trigger remembers of a domain',
  z.looseObject({ domain: z.string(), recent: z.array(Window), knownSinceOpening: z.number() }),
)
