import {
  DEFAULT_TRIGGER_RULE,
  forecastAr1,
  hotspots,
  missedInKOfN,
  type TriggerWindow,
  triggerRule,
} from '@steelyard/loop'
import type { Alarm } from './judge.ts'

export interface Detector {
  name: string
  windowSeconds: number
  alarms(windows: readonly TriggerWindow[]): Alarm[]
}

/** The product's, with its defaults apart from the length of the windows. */
export function steelyard(windowSeconds: number): Detector {
  const rule = triggerRule({ windowSeconds })
  return {
    name: 'Steelyard',
    windowSeconds,
    alarms: (windows) =>
      hotspots('domain', windows, rule).map((hotspot) => ({
        fromSeconds: hotspot.openedAtEpochSeconds,
        toSeconds: hotspot.closedAtEpochSeconds,
      })),
  }
}

const K = 3
const N = 5
/** The paper does not say what it is; the product's. */
const W = DEFAULT_TRIGGER_RULE.forecastWindows

/** Wood et al., NSDI 2007, section 4: k of n observations and the AR(1) forecast over the threshold. */
export function sandpiper(windowSeconds: number): Detector {
  return {
    name: 'SandPiper',
    windowSeconds,
    alarms: (windows) =>
      alarmsWhere(windows, ({ targetSeconds }, index) => {
        const recent = windows.slice(Math.max(0, index + 1 - W), index + 1)
        if (missedInKOfN(recent.slice(-N), K, N).verdict !== 'missed') return false
        const forecast = forecastAr1(recent.map(({ valueSeconds }) => valueSeconds))
        return forecast !== null && forecast.value >= targetSeconds
      }),
  }
}

/** One window over the target is an alarm. */
export function threshold(windowSeconds: number): Detector {
  return {
    name: 'threshold',
    windowSeconds,
    alarms: (windows) =>
      alarmsWhere(
        windows,
        ({ valueSeconds, targetSeconds }) => valueSeconds !== null && valueSeconds >= targetSeconds,
      ),
  }
}

/** Alarms of a rule that looks at each window anew. It speaks at the end of a window. */
function alarmsWhere(
  windows: readonly TriggerWindow[],
  isOver: (window: TriggerWindow, index: number) => boolean,
): Alarm[] {
  const alarms: Alarm[] = []
  let open: Alarm | null = null
  for (const [index, window] of windows.entries()) {
    const now = window.startEpochSeconds + window.seconds
    const over = isOver(window, index)
    if (over && !open) {
      open = { fromSeconds: now, toSeconds: null }
      alarms.push(open)
    } else if (!over && open) {
      open.toSeconds = now
      open = null
    }
  }
  return alarms
}
