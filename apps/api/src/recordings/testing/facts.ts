import type { RecordingFacts } from '@steelyard/xen'

/** The facts that packages/xen would return for a minute of a small host. */
export function facts(change: Partial<RecordingFacts> = {}): RecordingFacts {
  const domain = (id: number, name: string) => ({
    id,
    name,
    uuid: `u${id}`,
    vCpus: 1,
    weight: 256,
    cap: 0,
  })
  return {
    startedAtHostSeconds: 1_795_191_600,
    recordedSeconds: 60,
    clock: { hostMinusOursSeconds: 2, uncertaintySeconds: 0.01 },
    clockDriftSeconds: 0,
    hostName: 'xen0',
    xenVersion: '4.17.5',
    pCpus: 1,
    scheduler: { name: 'credit', tsliceMs: 30, ratelimitUs: 1000 },
    domains: [domain(0, 'Domain-0'), domain(1, 'vm1')],
    changes: [],
    xentop: {
      samples: 60,
      firstSampleAtHostSeconds: 1_795_191_601.5,
      lastSampleAtHostSeconds: 1_795_191_661.5,
      uncertaintySeconds: 0.02,
      intervalSeconds: 1.02,
      bytes: 10_000,
    },
    trace: null,
    ...change,
  }
}
