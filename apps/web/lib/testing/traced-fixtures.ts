import type {
  ComparedPart,
  RequestComparison,
  RequestLife,
  TracedRequests,
} from '@steelyard/contract'

export function someTracedRequests(more: Partial<TracedRequests> = {}): TracedRequests {
  return {
    startedAt: '2026-11-20T16:00:00.000Z',
    lengthSeconds: 62.5,
    fromSeconds: 0,
    toSeconds: 20,
    domain: 'vm1',
    domains: ['vm1'],
    requests: { startSeconds: [0.5, 1.25, 3.214, 12], ms: [10, 20, 61, 9] },
    cutOff: 0,
    meanParts: [
      { kind: 'runs', domain: null, ms: 5 },
      { kind: 'queues', domain: null, ms: 2 },
      { kind: 'waits', domain: 'vm3', ms: 15 },
      { kind: 'domain-0', domain: null, ms: 1 },
      { kind: 'sleeps', domain: null, ms: 2 },
    ],
    clockShiftMs: -30.6,
    workInRequests: 0.98,
    notes: [],
    ...more,
  }
}

/** The life of the slowest of `someTracedRequests`. */
export function aRequestLife(more: Partial<RequestLife> = {}): RequestLife {
  return {
    number: 2,
    domain: 'vm1',
    startedAt: '2026-11-20T16:00:03.214Z',
    startSeconds: 3.214,
    ms: 61,
    parts: [
      { kind: 'runs', domain: null, ms: 21 },
      { kind: 'waits', domain: 'vm3', ms: 40 },
    ],
    spans: [
      { fromMs: 0, toMs: 40, state: 'waits', pCpus: ['vm3'], inFlight: 1 },
      { fromMs: 40, toMs: 61, state: 'runs', pCpus: ['vm1'], inFlight: 1 },
    ],
    ...more,
  }
}

export function aComparedPart(more: Partial<ComparedPart> = {}): ComparedPart {
  return {
    kind: 'waits',
    domain: 'vm3',
    selectedMs: 40,
    otherMs: 6.6,
    differenceMs: 33.4,
    lowMs: 30,
    highMs: 36.8,
    isOverRepresented: true,
    ...more,
  }
}

export function aRequestComparison(more: Partial<RequestComparison> = {}): RequestComparison {
  return {
    selected: { requests: 45, meanMs: 61 },
    others: { requests: 860, meanMs: 14 },
    parts: [
      aComparedPart(),
      aComparedPart({
        kind: 'sleeps',
        domain: null,
        selectedMs: 2,
        otherMs: 2.5,
        differenceMs: -0.5,
        lowMs: -1.5,
        highMs: 0.5,
        isOverRepresented: false,
      }),
    ],
    periods: [],
    ...more,
  }
}
