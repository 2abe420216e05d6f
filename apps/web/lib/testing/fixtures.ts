import {
  type Analysis,
  AnalysisOptions,
  type AnalysisResult,
  type AnalysisSummary,
  type Application,
  type Domain,
  type DomainResult,
  type FleetHost,
  type GuestLog,
  type HistoryRecording,
  type Host,
  type HostConnection,
  type HostFacts,
  type Interval,
  type Job,
  type LabDomain,
  type LabResult,
  type LabRun,
  type LabVariant,
  type LoadBalancer,
  type Plan,
  type PlanChange,
  type Prediction,
  type RealTimeAssessment,
  type Recommendation,
  type RecordedDomain,
  type Source,
  type ThroughputFit,
  type Upload,
} from '@steelyard/contract'

/** A time shared by all fixtures, which the pages show as "2 hours ago". */
export const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000).toISOString()

export const idOf = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const FINGERPRINT = `SHA256:${'k'.repeat(43)}`
export const OTHER_FINGERPRINT = `SHA256:${'x'.repeat(43)}`

const connection: HostConnection = {
  state: 'connected',
  address: '192.0.2.7',
  port: 22,
  username: 'steelyard',
  offeredFingerprint: null,
  pinnedFingerprint: FINGERPRINT,
  authorizedKeysLine: 'restrict ssh-ed25519 AAAA steelyard',
  gate: { path: '/usr/local/sbin/steelyard-gate', script: '#!/bin/sh' },
  sudoersSnippet: 'steelyard ALL=(root) NOPASSWD: /usr/sbin/xl',
  moves: null,
  trouble: null,
}

export function aGuestLog(more: Partial<GuestLog> = {}): GuestLog {
  return {
    state: 'ready',
    address: 'vm1.example.org',
    port: 22,
    username: 'log',
    path: '/var/log/nginx/access.log',
    logFormat: null,
    authorizedKeysLine: 'restrict ssh-ed25519 BBBB steelyard',
    offeredFingerprint: null,
    pinnedFingerprint: FINGERPRINT,
    trouble: null,
    ...more,
  }
}

export function aDomain(name: string, more: Partial<Domain> = {}): Domain {
  return {
    id: idOf(100 + name.length + (name.codePointAt(name.length - 1) ?? 0)),
    name,
    xenUuid: null,
    xenId: 3,
    vCpus: 2,
    memoryMb: 512,
    weight: 256,
    cap: 0,
    cpupool: 'Pool-0',
    affinity: ['all'],
    state: '-b----',
    seenAt: twoHoursAgo,
    gone: false,
    target: { responseTimeMs: null, throughputPerSecond: null, isSoft: false },
    guestLog: null,
    applied: null,
    drift: [],
    driftSince: null,
    ...more,
  }
}

export function aHost({
  connection: connected,
  ...more
}: Partial<Omit<Host, 'connection'>> & {
  connection?: Partial<HostConnection>
} = {}): Host {
  return {
    id: idOf(1),
    name: 'xen-1',
    notes: '',
    tags: [],
    isSample: false,
    createdAt: twoHoursAgo,
    scheduler: 'credit2',
    schedulerParameters: [
      { cpupool: 'Pool-0', scheduler: 'credit2', text: 'ratelimit=1000', pCpus: [0, 1] },
    ],
    xenVersion: '4.19',
    experiments: null,
    pCpus: 2,
    inventoryAt: twoHoursAgo,
    recordedFacts: null,
    targetStatistic: 'p95',
    targetWindowSeconds: null,
    domains: [aDomain('Domain-0', { xenId: 0 }), aDomain('vm1'), aDomain('vm2', { weight: 768 })],
    drifted: false,
    recording: null,
    hasLoadBalancer: false,
    hasCapsMonitor: false,
    latestAnalysis: null,
    verdict: null,
    grade: null,
    jobId: null,
    ...more,
    connection: { ...connection, ...connected },
  }
}

export function aFleetHost(more: Partial<FleetHost> = {}): FleetHost {
  return {
    id: idOf(1),
    name: 'xen-1',
    tags: [],
    isSample: false,
    connection: 'connected',
    analysisId: idOf(30),
    verdict: 'misses',
    grade: 'enough',
    headline: 'vm1 misses its target of 80 ms.',
    lastRecordedAt: twoHoursAgo,
    isAnalysed: false,
    isLive: false,
    drifted: false,
    domains: [
      { domain: 'vm1', observedMs: 120, targetMs: 80, meetsTarget: false },
      { domain: 'vm2', observedMs: 40, targetMs: null, meetsTarget: null },
    ],
    trend: [
      { at: '2026-11-19T10:00:00.000Z', worstRatio: 0.75 },
      { at: '2026-11-20T10:00:00.000Z', worstRatio: 1.5 },
    ],
    ...more,
  }
}

export function aJob(more: Partial<Job> = {}): Job {
  return {
    id: idOf(9),
    kind: 'run-analysis',
    state: 'running',
    progress: null,
    subject: null,
    error: null,
    attempts: 1,
    cancelRequested: false,
    createdAt: twoHoursAgo,
    startedAt: twoHoursAgo,
    finishedAt: null,
    ...more,
  }
}

export const noHostFacts: HostFacts = {
  scheduler: null,
  tsliceMs: null,
  ratelimitUs: null,
  xenVersion: null,
  pCpus: null,
  experiments: null,
  domains: [],
  contradictions: [],
}

export function anUpload(more: Partial<Upload> = {}): Upload {
  return {
    id: idOf(20),
    name: 'Monday',
    state: 'ready',
    hostId: null,
    createdAt: twoHoursAgo,
    files: [],
    sources: [],
    recording: null,
    hostFacts: noHostFacts,
    warnings: [],
    trouble: null,
    jobId: null,
    openQuestions: [],
    ...more,
  }
}

export function aSummary(more: Partial<AnalysisSummary> = {}): AnalysisSummary {
  return {
    id: idOf(30),
    name: 'Monday morning',
    notes: '',
    tags: [],
    hostId: idOf(1),
    hostName: 'xen-1',
    state: 'succeeded',
    verdict: 'misses',
    grade: 'enough',
    headline: 'vm1 misses its target of 80 ms.',
    recorded: { from: '2026-11-20T16:21:00Z', to: '2026-11-20T16:24:00Z' },
    createdAt: twoHoursAgo,
    finishedAt: twoHoursAgo,
    jobId: null,
    ...more,
  }
}

export function aRecording(more: Partial<HistoryRecording> = {}): HistoryRecording {
  return {
    ...aSummary(),
    recordedFrom: '2026-11-20T10:00:00Z',
    recordedTo: '2026-11-20T10:10:00Z',
    statistic: 'p95',
    domains: [aRecordedDomain('vm1')],
    ...more,
  }
}

export function aRecordedDomain(
  domain: string,
  more: Partial<RecordedDomain> = {},
): RecordedDomain {
  return {
    ...{ domain, weight: 256, observedMs: 120, targetMs: 80, meetsTarget: false },
    arrivalRatePerSecond: 12,
    ...more,
  }
}

export function anAnalysis(more: Partial<Analysis> = {}): Analysis {
  return {
    ...aSummary(),
    uploads: [{ id: idOf(20), name: 'Monday', isTraced: false }],
    watched: null,
    targets: [],
    options: AnalysisOptions.parse({}),
    trouble: null,
    result: null,
    ...more,
  }
}

export function aDomainResult(domain: string, more: Partial<DomainResult> = {}): DomainResult {
  return {
    domain,
    weight: 256,
    share: 0.5,
    target: { domain, responseTimeMs: 80, throughputPerSecond: null, isSoft: false },
    arrivalRatePerSecond: 45,
    busyArrivalRatePerSecond: 60,
    serviceTimeMs: 4,
    utilisation: 0.3,
    runnableWaitPerRequestMs: 2,
    measured: {
      meanMs: 54,
      p50Ms: 40,
      p95Ms: 120,
      p99Ms: 200,
      requests: 5000,
      measuredBy: 'access-log',
    },
    observedMs: 120,
    predictedNow: aPrediction(118),
    meetsTarget: false,
    estimates: [],
    ...more,
  }
}

export function aRecommendation(more: Partial<Recommendation> = {}): Recommendation {
  return {
    advice: 'change',
    reason: 'vm1 gains more than chance.',
    status: 'optimal',
    objective: 'meet-targets',
    statistic: 'p95',
    estimator: 'sdps',
    chosenBy: 'sdps',
    anchored: true,
    domains: [adviceFor('vm1')],
    value: { before: 1.5, after: 0.9, unit: 'ratio' },
    checks: [],
    proof: {
      engine: 'enumeration',
      statement: 'Every allowed set of weights was tried.',
      bound: null,
      gap: null,
      solveSeconds: 0.25,
    },
    companions: [],
    conflicts: [],
    sensitivity: [],
    roundingError: 0,
    notes: [],
    ...more,
  }
}

type Advice = Recommendation['domains'][number]

export function adviceFor(domain: string, more: Partial<Advice> = {}): Advice {
  return {
    domain,
    weightBefore: 256,
    weightAfter: 512,
    shareBefore: 0.5,
    shareAfter: 0.65,
    measuredMs: 120,
    measuredBy: 'access-log',
    predictedBefore: aPrediction(118),
    predictedAfter: aPrediction(72),
    modelMs: 70,
    targetMs: 80,
    meetsTarget: true,
    softTargetMs: null,
    softTargetOrigin: null,
    keepsSoftTarget: null,
    excluded: false,
    ...more,
  }
}

export function aResult(more: Partial<AnalysisResult> = {}): AnalysisResult {
  const range = { from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:05:00Z' }
  return {
    verdict: 'misses',
    outlook: null,
    headline: 'vm1 misses its target of 80 ms.',
    reasons: [],
    range: { ...range, reason: 'since the last change of weights' },
    recorded: range,
    targetStatistic: 'p95',
    targetWindowSeconds: null,
    evidence: { grade: 'enough', lacks: [], remedy: null },
    predictor: {
      estimator: 'twin',
      quick: 'sdps',
      error: 0.15,
      statement: 'Predicted by the simulation, which is off by 15 % on this recording.',
      dissent: null,
    },
    comparison: 'Steelyard is off by 15 %, SandPiper by 482 %.',
    windowSeconds: 10,
    windows: 30,
    domains: [aDomainResult('vm1')],
    domain0: {
      weight: 256,
      utilisation: 0.1,
      serviceTimePerRequestMs: 0.4,
      ioRequestsPerSecond: null,
      delayPerIoMs: null,
    },
    hostUtilisation: 0.4,
    weightChanges: [],
    phases: [],
    estimators: [],
    errors: [],
    sandpiper: { domains: [], statement: 'SandPiper would leave the weights.' },
    recommendation: aRecommendation(),
    ranking: { used: 'sdps', best: 'sdps', reason: 'SDPS was closest.', estimators: [] },
    calibration: {
      domains: [],
      domain0: { perRequest: null, background: null },
      coefficients: null,
      windows: 30,
      notes: [],
    },
    twin: {
      state: 'left-out',
      reason: 'no arrivals are known',
      arrivals: 'recorded',
      replications: 0,
      simulatedSeconds: 0,
      scheduler: 'credit2',
      xenVersion: '4.19',
      domains: [],
    },
    objectives: null,
    dataQuality: [],
    ...more,
  }
}

export function aSource(more: Partial<Source> = {}): Source {
  return {
    id: idOf(40),
    fileId: idOf(41),
    path: 'vm1.log',
    kind: 'access-log',
    noun: { one: 'access log', many: 'access logs' },
    observes: 'requests',
    adjustable: ['logFormat', 'durationUnit', 'byVirtualHost', 'timeZone'],
    title: 'Access log of nginx',
    included: true,
    settings: {
      logFormat: null,
      durationUnit: null,
      startedAt: null,
      intervalSeconds: null,
      tscHz: null,
      byVirtualHost: null,
      everyLine: null,
      timeZone: null,
      vCpus: null,
    },
    domains: [{ found: 'vm1', domain: 'vm1', origin: { kind: 'name', path: null } }],
    samples: [],
    questions: [],
    warnings: [],
    trouble: null,
    report: null,
    ...more,
  }
}

export function aFit(more: Partial<ThroughputFit> = {}): ThroughputFit {
  return {
    perProcessPerSecond: 100,
    contention: 0.05,
    coherency: 0.001,
    standardErrors: null,
    residualsPerSecond: [0, 2.5, 0],
    residualStandardDeviation: null,
    degreesOfFreedom: 1,
    rSquared: 0.991,
    held: [],
    peakProcesses: null,
    kneeProcesses: 4,
    kneeIsExtrapolated: false,
    kneeStatement: 'Up to 4 threads pay.',
    trustStatement: 'The curve explains 99.1 % of the variance of the points.',
    curve: [
      { processes: 1, throughputPerSecond: 100 },
      { processes: 8, throughputPerSecond: 500 },
    ],
    ...more,
  }
}

export function aBalancer({
  advice,
  ...more
}: Partial<Omit<LoadBalancer, 'advice'>> & {
  advice?: Partial<LoadBalancer['advice']>
} = {}): LoadBalancer {
  return {
    hostId: idOf(1),
    hostName: 'xen-1',
    domain: 'vm1',
    vCpus: 4,
    points: [],
    fit: null,
    lastAskedAt: twoHoursAgo,
    trouble: null,
    ...more,
    advice: {
      state: 'current',
      idlePCpus: 2.04,
      pCpus: 4,
      runnableVCpus: 5,
      ownPCpus: 1,
      sampledAt: twoHoursAgo,
      ageSeconds: 7200,
      report: null,
      advisedThreads: 3,
      reason: 'two pCPUs are idle',
      nextPollSeconds: 5,
      ...advice,
    },
  }
}

export function aChange(domain: string, more: Partial<PlanChange> = {}): PlanChange {
  return {
    domain,
    xenUuid: null,
    xenId: 3,
    weightBefore: 256,
    weightAfter: 512,
    capBefore: 0,
    capAfter: 0,
    shareBefore: 0.2,
    shareAfter: 0.333,
    affinityBefore: 'all',
    affinityAfter: 'all',
    cpupoolBefore: 'Pool-0',
    cpupoolAfter: 'Pool-0',
    reservationAfter: null,
    predictedBefore: null,
    predictedAfter: null,
    targetMs: null,
    meetsTarget: null,
    changed: true,
    ...more,
  }
}

/** A plan that can be applied for another ten minutes. */
export function aPlan(more: Partial<Plan> = {}): Plan {
  return {
    id: idOf(50),
    hostId: idOf(1),
    hostName: 'xen-1',
    hostTags: [],
    analysisId: null,
    wanted: { hostId: idOf(1), weights: [{ domain: 'vm1', weight: 512 }] },
    domain0WeightAssumed: false,
    origin: null,
    state: 'planned',
    createdAt: twoHoursAgo,
    madeBy: 'Olga',
    plannedAt: twoHoursAgo,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    scheduler: 'credit2',
    predictor: null,
    statistic: null,
    targetWindowSeconds: null,
    grade: null,
    statement: null,
    changes: [aChange('vm1')],
    cpupools: [],
    commands: ['xl sched-credit2 -d vm1 -w 512'],
    drift: [],
    canApply: true,
    reasons: [],
    hash: 'a1b2',
    persistence: null,
    trouble: null,
    jobId: null,
    applicationIds: [],
    approval: null,
    ...more,
  }
}

export function anApplication(more: Partial<Application> = {}): Application {
  return {
    id: idOf(51),
    kind: 'apply',
    planId: idOf(50),
    hostId: idOf(1),
    hostName: 'xen-1',
    rollbackOfId: null,
    state: 'verified',
    requestedBy: 'Ada',
    createdAt: twoHoursAgo,
    startedAt: twoHoursAgo,
    finishedAt: twoHoursAgo,
    steps: [],
    readBack: [],
    alsoRead: [],
    statement: null,
    trouble: null,
    canRollBack: false,
    jobId: null,
    ...more,
  }
}

/** A prediction with an interval of a quarter to either side. */
export function aPrediction(ms: number): Prediction {
  return { ms, lowMs: ms * 0.75, highMs: ms * 1.25 }
}

export function around(ms: number, half: number): Interval {
  return { ms, lowMs: ms - half, highMs: ms + half }
}

export function aLabDomain(name: string, more: Partial<LabDomain> = {}): LabDomain {
  return {
    name,
    mean: around(20, 1),
    p95: around(60, 3),
    change: null,
    pCpus: null,
    cdf: [
      { ms: 1, fraction: 0 },
      { ms: 100, fraction: 1 },
    ],
    cpuShare: 0.5,
    requestsPerSecond: 45,
    wakeToRunMs: null,
    deadlines: null,
    ...more,
  }
}

export function aVariant(id: string, more: Partial<LabVariant> = {}): LabVariant {
  return {
    id,
    label: `Variant ${id}`,
    stockXen: true,
    meaning: `What ${id} means.`,
    domains: [aLabDomain('vm1')],
    meanMs: 20,
    fairness: 0.98,
    bandwidth: null,
    ...more,
  }
}

export function aLabResult(more: Partial<LabResult> = {}): LabResult {
  return {
    variants: [aVariant('now'), aVariant('other')],
    verdict: { headline: '“Loan” helps most.', more: ['What stock Xen can do.'] },
    sweep: null,
    advisedId: null,
    kvmCommands: null,
    levers: null,
    replications: 20,
    simulatedSeconds: 60,
    notes: [],
    ...more,
  }
}

export function aLabRun(more: Partial<LabRun> = {}): LabRun {
  return {
    id: idOf(80),
    kind: 'boost',
    state: 'succeeded',
    jobId: null,
    createdAt: twoHoursAgo,
    finishedAt: twoHoursAgo,
    trouble: null,
    analysisId: null,
    question: {
      kind: 'boost',
      host: { preset: 'paper1' },
      creditLine: 1000,
      repaymentShare: 0.2,
      sweep: false,
    },
    result: null,
    ...more,
  }
}

/** Two real-time domains of 70 ms in every 100 ms, each on a pCPU of its own, beside vm1. */
export function anAssessment(more: Partial<RealTimeAssessment> = {}): RealTimeAssessment {
  return {
    schedulable: true,
    statement: 'Both guests meet every deadline.',
    utilisation: 1.4,
    globalEdf: { bound: 1.3, guaranteed: false },
    pCpus: [
      { pCpu: 0, utilisation: 0.7, fits: true, realTime: ['rt1'], others: ['vm1'] },
      { pCpu: 1, utilisation: 0.7, fits: true, realTime: ['rt2'], others: ['vm1'] },
    ],
    caps: [
      {
        domain: 'vm1',
        capPercent: 60,
        parts: [
          { pCpu: 0, percent: 30 },
          { pCpu: 1, percent: 30 },
        ],
      },
    ],
    hindrance: null,
    reservations: [
      { domain: 'rt1', periodUs: 100_000, budgetUs: 70_000, anyPhase: true },
      { domain: 'rt2', periodUs: 100_000, budgetUs: 70_000, anyPhase: true },
    ],
    poolPCpus: null,
    remarks: [],
    ...more,
  }
}
