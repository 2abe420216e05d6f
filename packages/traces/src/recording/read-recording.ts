import { TraceError } from '../trace-error.ts'
import { JsonReader } from './json-reader.ts'

/** A recorded run of a host: the context of its logs. Layout: `recording.json`. */
export interface Recording {
  description: string
  /** `major.minor`, perhaps followed by more, as in the description of the host. */
  xenVersion: string | null
  domains: { name: string; id: number; vCpus: number; weight: number }[]
  scheduler: { name: string; tsliceMs: number | null; ratelimitUs: number | null } | null
  /** `startSeconds` counts from `startEpochSeconds`; empty when the load was not planned. */
  phases: {
    startSeconds: number
    durationSeconds: number
    requestsPerSecond: Record<string, number>
  }[]
  weightChanges: { atSeconds: number; domain: string; weight: number }[]
  /**
   * Where the clients ran. In a lab's virtual time nothing outside the emulated machine keeps up
   * with its clock, so there they ran in Domain-0. Null when unknown.
   */
  client: 'network' | 'domain-0' | null
  /** Whether requests came on connections that stayed open. Null when unknown. */
  connections: 'per-request' | 'kept-open' | null
  /** Start on the clients' clock; host time = client time + hostMinusClientSeconds. */
  startEpochSeconds: number
  hostMinusClientSeconds: number
  /** Host time at which xenmon's `passed` is 0. */
  xenmonStartEpochHostSeconds: number | null
  /** Host time of the first record of xentrace.bin, and the rate of its clock. */
  xentraceStartEpochHostSeconds: number | null
  tscHz: number | null
  /** Host time of xentop's first sample, and the actual interval between two samples. */
  xentop: { startEpochHostSeconds: number; intervalSeconds: number | null } | null
  accessLogFormat: string | null
  accessEpochLogFormat: string | null
  /** By file: the domain whose log it is and, if known, the format of its lines. */
  accessLogs: { path: string; domain: string; logFormat: string | null }[] | null
}

/** @throws TraceError `bad-recording` with the name of the property */
export function readRecording(text: string): Recording {
  let value: unknown
  try {
    // Editors on Windows put a byte order mark in front.
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new TraceError('bad-recording', 'recording.json is not JSON.', { cause: error })
  }
  const root = new JsonReader(value, '')
  const scheduler = root.optional('scheduler')
  const xentopStart = root.optional('xentopStartEpochHost')?.number() ?? null
  const recording: Recording = {
    description: root.optional('description')?.shown() ?? '',
    xenVersion: xenVersionIn(root.optional('host')?.string() ?? ''),
    domains: root.get('domains').list((domain) => ({
      name: domain.get('name').shown(),
      id: domain.get('id').integer(0, 32_767),
      vCpus: domain.get('vcpus').integer(1, 4096),
      weight: domain.get('weight').integer(1, 65_535),
    })),
    scheduler: scheduler && {
      name: scheduler.get('name').string(),
      tsliceMs: scheduler.optional('tsliceMs')?.number() ?? null,
      ratelimitUs: scheduler.optional('ratelimitUs')?.number() ?? null,
    },
    phases:
      root.optional('phases')?.list((phase) => ({
        startSeconds: phase.get('startSeconds').number(),
        durationSeconds: phase.get('durationSeconds').number(),
        requestsPerSecond: phase.get('requestsPerSecond').record((rate) => rate.number()),
      })) ?? [],
    weightChanges:
      root.optional('weightChanges')?.list((change) => ({
        atSeconds: change.get('atSeconds').number(),
        domain: change.get('domain').shown(),
        weight: change.get('weight').integer(1, 65_535),
      })) ?? [],
    client:
      root.optional('client')?.oneOf('network', 'domain-0') ??
      (root.optional('clock')?.string() === 'virtual' ? 'domain-0' : null),
    connections: root.optional('connections')?.oneOf('per-request', 'kept-open') ?? null,
    startEpochSeconds: root.get('startEpoch').number(),
    hostMinusClientSeconds: root.optional('hostMinusClientSeconds')?.number() ?? 0,
    xenmonStartEpochHostSeconds: root.optional('xenmonStartEpochHost')?.number() ?? null,
    xentraceStartEpochHostSeconds: root.optional('xentraceStartEpochHost')?.number() ?? null,
    tscHz: root.optional('tscHz')?.number() ?? null,
    xentop:
      xentopStart === null
        ? null
        : {
            startEpochHostSeconds: xentopStart,
            intervalSeconds: root.optional('xentopIntervalSeconds')?.number() ?? null,
          },
    accessLogFormat: root.optional('accessLogFormat')?.string() ?? null,
    accessEpochLogFormat: root.optional('accessEpochLogFormat')?.string() ?? null,
    accessLogs:
      root.optional('accessLogs')?.list((log) => ({
        path: log.get('path').shown(),
        domain: log.get('domain').shown(),
        logFormat: log.optional('logFormat')?.string() ?? null,
      })) ?? null,
  }
  checkNames(recording)
  return recording
}

/** Extracts the version from text such as "xen1, Xen 4.17.7, 2 pCPU". */
function xenVersionIn(host: string): string | null {
  return /\bXen (\d+\.\d+(?:\.\d+)*)/.exec(host)?.[1] ?? null
}

function checkNames({ domains, weightChanges }: Recording): void {
  const names = new Set(domains.map((domain) => domain.name))
  if (names.size !== domains.length)
    throw new TraceError('bad-recording', 'recording.json names a domain twice.')
  for (const { domain } of weightChanges)
    if (!names.has(domain))
      throw new TraceError(
        'bad-recording',
        `recording.json changes the weight of ${JSON.stringify(domain)}, which is not among its domains.`,
      )
}
