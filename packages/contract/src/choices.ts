// What people choose among on pages, which need no schemas for it.

export const PLAN_STATES = [
  'draft',
  'planned',
  'confirmed',
  'applying',
  'verified',
  'rolled-back',
  'failed',
] as const

export const NOTIFICATION_EVENTS = [
  'hotspot-opened',
  'hotspot-closed',
  'recommendation-open',
  'recommendation-expired',
  'change-applied',
  'change-failed',
  'outcome-confirmed',
  'outcome-not-confirmed',
  'outcome-worse',
  'rolled-back',
  'watch-failing',
  'watch-recovered',
  'loop-stopped',
] as const

export const LOOP_DECISIONS = [
  'hotspot-opened',
  'hotspot-closed',
  'nothing-done',
  'move-needed',
  'relief-planned',
  'analysis-started',
  'nothing-to-gain',
  'recommended',
  'would-apply',
  'waits',
  'approved',
  'rejected',
  'expired',
  'superseded',
  'applied',
  'not-applied',
  'guest-moved',
  'outcome-confirmed',
  'outcome-not-confirmed',
  'outcome-worse',
  'outcome-unknown',
  'rolled-back',
  'asks-to-roll-back',
  'caps-changed',
  'caps-not-changed',
  'caps-would-change',
  'caps-wait',
  'stopped',
  'resumed',
] as const

export const POLICY_MODES = ['off', 'recommend', 'approve', 'automatic'] as const

export const CAPS_MONITOR_MODES = ['off', 'dry-run', 'automatic'] as const

export const STATISTICS = ['p95', 'mean', 'p99'] as const

/** The least part of the guests’ weights of any guest where a policy names none. */
export const LEAST_SHARE = 0.005

/** Longer parts would take long to read, and have more requests than a picture shows. */
export const MAX_TRACED_SECONDS = 60

/** How long a part is where nobody says. */
export const TRACED_SECONDS = 20

/** How much more CPU time a real-time job is given where nobody says, in percent. */
export const ALLOWANCE_PERCENT = 10

/** How many domains one assessment takes: those with deadlines, and those beside them. */
export const MOST_REAL_TIME_DOMAINS = 32
export const MOST_OTHER_DOMAINS = 64
