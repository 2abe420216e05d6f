import {
  type CapsGrant,
  type CapsMonitor,
  CapsMonitorSettings,
  type HostPolicy,
  type HostRecommendation,
  type Hotspot,
  type JournalEntry,
  type LoopStop,
  type Notification,
  type NotificationChannel,
  type Outcome,
  type OutcomeDomain,
  type PolicyGrant,
  PolicySettings,
  type Relief,
} from '@steelyard/contract'
import { idOf, twoHoursAgo } from './fixtures.ts'

const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const ms = (value: number, spread = 10) => ({
  ms: value,
  lowMs: value - spread,
  highMs: value + spread,
})

export function aGrant(more: Partial<PolicyGrant> = {}): PolicyGrant {
  return {
    id: idOf(91),
    hostId: idOf(1),
    levers: ['weight'],
    bounds: { largestStep: 0.2, payers: null, knowsKinds: false },
    givenBy: 'Ada',
    createdAt: twoHoursAgo,
    expiresAt: inAnHour,
    revokedAt: null,
    revokedBy: null,
    holds: true,
    ...more,
  }
}

export function aCapsGrant(more: Partial<CapsGrant> = {}): CapsGrant {
  const caps = [{ domain: 'vm2', leastCapPercent: 10, highestCapPercent: null }]
  return { ...aGrant(), levers: ['cap'], bounds: { caps }, ...more }
}

/** vm1 is real-time and at work, and vm2 is capped. */
export function aCapsMonitor({
  settings,
  ...more
}: Partial<Omit<CapsMonitor, 'settings'>> & {
  settings?: Partial<CapsMonitorSettings>
} = {}): CapsMonitor {
  return {
    settings: CapsMonitorSettings.parse({
      mode: 'automatic',
      pCpus: 1,
      realTime: [{ name: 'vm1', periodMs: 100, executionMs: 70 }],
      others: [{ name: 'vm2', leastCapPercent: 10 }],
      ...settings,
    }),
    statement: 'vm1 is at work. In force: vm2 30 %.',
    canActNow: true,
    realTime: [{ domain: 'vm1', state: 'active', usedPCpus: 0.7 }],
    caps: [{ domain: 'vm2', wantedPercent: 30, inForcePercent: 30, beforePercent: 0 }],
    sampledAt: twoHoursAgo,
    grant: aCapsGrant(),
    trouble: null,
    ...more,
  }
}

export function aHostPolicy({
  settings,
  ...more
}: Partial<Omit<HostPolicy, 'settings'>> & {
  settings?: Partial<PolicySettings>
} = {}): HostPolicy {
  return {
    source: 'host',
    tag: null,
    settings: PolicySettings.parse(settings ?? {}),
    grant: null,
    statement: 'Weights are recommended, and a person makes the change.',
    canActNow: true,
    hindrances: [],
    ...more,
  }
}

export const aStop = (more: Partial<LoopStop> = {}): LoopStop => ({
  stoppedAt: twoHoursAgo,
  stoppedBy: 'Grace',
  reason: 'The storage is being moved.',
  ...more,
})

/** Missed in three of five windows of a minute, and foretold to be missed in the next. */
export function aHotspot(more: Partial<Hotspot> = {}): Hotspot {
  const windows = [62, 95, 71, 110, 124].map((responseTimeMs, minute) => ({
    at: new Date(Date.parse('2026-11-24T09:00:00Z') + minute * 60_000).toISOString(),
    responseTimeMs,
    targetMs: 80,
    missed: responseTimeMs > 80,
  }))
  return {
    id: idOf(92),
    hostId: idOf(1),
    hostName: 'xen-1',
    domain: 'vm1',
    openedAt: '2026-11-24T09:05:00.000Z',
    closedAt: null,
    windows,
    missed: 3,
    forecast: { by: 'ar1', responseTimeMs: 131, errorMs: 12 },
    statement: 'vm1 missed its target of 80 ms in 3 of 5 minutes.',
    ...more,
  }
}

export function aHostRecommendation(more: Partial<HostRecommendation> = {}): HostRecommendation {
  return {
    id: idOf(93),
    hostId: idOf(1),
    hostName: 'xen-1',
    hotspot: aHotspot(),
    state: 'open',
    mode: 'approve',
    dryRun: false,
    reason: 'It waits for a person.',
    analysisId: idOf(30),
    relief: null,
    planId: idOf(50),
    planHash: 'abc',
    applicationId: null,
    changes: [
      {
        domain: 'vm1',
        weightBefore: 256,
        weightAfter: 384,
        predictedBefore: ms(120),
        predictedAfter: ms(70),
        targetMs: 80,
      },
      {
        domain: 'vm2',
        weightBefore: 256,
        weightAfter: 128,
        predictedBefore: ms(40),
        predictedAfter: ms(55),
        targetMs: null,
      },
    ],
    gain: 0.3,
    gainUncertainty: 0.05,
    canDecide: true,
    canRollBack: false,
    decision: null,
    supersededById: null,
    outcome: null,
    createdAt: twoHoursAgo,
    expiresAt: inAnHour,
    closedAt: null,
    ...more,
  }
}

/** vm2 has no target and pays for vm1. */
export function aRelief(more: Partial<Relief> = {}): Relief {
  return {
    by: 'payers',
    missing: ['vm1'],
    payers: ['vm2'],
    worstBefore: 1.55,
    worstExpected: 0.6,
    statement: 'vm1 missed its target of 80 ms in 3 of the last 3 minutes (124 ms, 1.55 times).',
    ...more,
  }
}

export function anOutcomeDomain(more: Partial<OutcomeDomain> = {}): OutcomeDomain {
  return {
    domain: 'vm1',
    targetMs: 80,
    beforeMs: 124,
    foretold: ms(70),
    underThisLoad: ms(74),
    leftAlone: ms(130),
    measuredMs: 76,
    loadRatio: 1.08,
    errorRatio: 1.03,
    ...more,
  }
}

export function anOutcome(more: Partial<Outcome> = {}): Outcome {
  return {
    state: 'confirmed',
    judgedAt: twoHoursAgo,
    from: '2026-11-24T10:00:00.000Z',
    to: '2026-11-24T10:15:00.000Z',
    domains: [anOutcomeDomain(), anOutcomeDomain({ domain: 'vm2', targetMs: null })],
    worst: null,
    statement: 'The times came as predicted.',
    ...more,
  }
}

export function aJournalEntry(more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: idOf(94),
    hostId: idOf(1),
    hostName: 'xen-1',
    at: '2026-11-24T10:00:00.000Z',
    lastAt: '2026-11-24T10:00:00.000Z',
    times: 1,
    decision: 'nothing-done',
    text: 'Outside of the change windows.',
    hotspotId: null,
    recommendationId: null,
    ...more,
  }
}

export function aChannel(more: Partial<NotificationChannel> = {}): NotificationChannel {
  return {
    id: idOf(95),
    kind: 'webhook',
    name: 'Pager',
    events: ['hotspot-opened', 'recommendation-open'],
    tag: null,
    quietHours: null,
    groupMinutes: 5,
    enabled: true,
    shownAddress: 'https://hooks.example.org/…',
    signs: true,
    createdAt: twoHoursAgo,
    waiting: 0,
    lastSentAt: twoHoursAgo,
    trouble: null,
    ...more,
  }
}

export function aNotification(more: Partial<Notification> = {}): Notification {
  return {
    id: idOf(96),
    event: 'hotspot-opened',
    hostId: idOf(1),
    title: 'vm1 on xen-1 misses its target',
    text: 'It missed its target of 80 ms in 3 of 5 minutes.',
    state: 'sent',
    attempts: 1,
    createdAt: twoHoursAgo,
    dueAt: twoHoursAgo,
    sentAt: twoHoursAgo,
    trouble: null,
    ...more,
  }
}
