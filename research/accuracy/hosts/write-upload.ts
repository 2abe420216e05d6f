import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DOMAIN0_NAME } from '@steelyard/model'
import { type RecordedRun, recordHost } from '../../../bench/index.ts'
import type { SyntheticHost } from './draw-host.ts'

export const RECORDED_SECONDS = 300
const WARMUP_SECONDS = 100
const START_EPOCH_SECONDS = 1_795_000_000
const LOG_FORMAT = '%{%s}t.%{usec_frac}t %D %>s %U'
const RECORDING_SEED = 7

/**
 * Writes what an operator would upload of five minutes of the host: recording.json, the output of
 * xentop and xl, and an access log of each guest.
 * @returns what the simulator counted meanwhile
 */
export async function writeUpload(host: SyntheticHost, directory: string): Promise<RecordedRun> {
  const recorded = recordHost(host.config, {
    seed: RECORDING_SEED,
    warmupSeconds: WARMUP_SECONDS,
    seconds: WARMUP_SECONDS + RECORDED_SECONDS,
  })
  await mkdir(path.join(directory, 'access'), { recursive: true })
  const files = {
    'recording.json': JSON.stringify(recordingOf(host), null, 1),
    'xl-before.txt': xlOutput(host),
    'xentop.log': xentopLog(recorded),
    ...Object.fromEntries(
      host.guests.map(({ name }) => [`access/${name}.log`, accessLog(recorded, name)]),
    ),
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(directory, name), text)
  }
  return recorded
}

const names = ({ guests }: SyntheticHost) => [DOMAIN0_NAME, ...guests.map(({ name }) => name)]

function recordingOf(host: SyntheticHost) {
  return {
    description: `synthetic host ${host.number} of seed ${host.seed}`,
    clock: 'wall',
    client: 'network',
    scheduler: { name: 'credit', tsliceMs: 30, ratelimitUs: 1000 },
    domains: names(host).map((name, id) => ({ name, id, vcpus: 1, weight: host.weights[name] })),
    weightChanges: [],
    phases: [],
    startEpoch: START_EPOCH_SECONDS,
    hostMinusClientSeconds: 0,
    xentopStartEpochHost: START_EPOCH_SECONDS,
    xentopIntervalSeconds: 1,
    accessLogs: host.guests.map(({ name }) => ({
      path: `access/${name}.log`,
      domain: name,
      logFormat: LOG_FORMAT,
    })),
  }
}

function xlOutput(host: SyntheticHost): string {
  const domains = names(host)
  const padded = (name: string) => name.padEnd(34)
  return [
    'host                   : synthetic',
    `nr_cpus                : ${host.config.pCpus}`,
    'total_memory           : 4095',
    'xen_version            : 4.17.7',
    'xen_scheduler          : credit',
    'Cpupool Pool-0: tslice=30ms ratelimit=1000us migration-delay=0us',
    'Name                                ID Weight  Cap',
    ...domains.map(
      (name, id) =>
        `${padded(name)} ${String(id).padStart(3)} ${String(host.weights[name]).padStart(6)}    0`,
    ),
    '',
  ].join('\n')
}

const XENTOP_HEADER =
  '      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)  MAXMEM(k) MAXMEM(%) VCPUS NETS NETTX(k) NETRX(k) VBDS   VBD_OO   VBD_RD   VBD_WR  VBD_RSECT  VBD_WSECT SSID'
const XENTOP_REST =
  '    262144   12.5     263168      12.6     1    1       48       49    1        0      649        0      33832          0    0'

/** A sample per second with one decimal, as `xentop -b -d 1` prints it; the first has no use. */
function xentopLog({ domains, cpuSeconds }: RecordedRun): string {
  const total = domains.map(() => 10)
  const samples = [domains.map(() => 0), ...cpuSeconds]
  return samples
    .flatMap((used) => [
      XENTOP_HEADER,
      ...used.map((seconds, index) => {
        total[index]! += seconds
        const columns = [
          domains[index]!.padStart(10),
          '--b---',
          total[index]!.toFixed(0).padStart(10),
          (100 * seconds).toFixed(1).padStart(6),
        ]
        return `${columns.join(' ')} ${XENTOP_REST}`
      }),
    ])
    .concat('')
    .join('\n')
}

/** A line when a request ends, with the time at which its service began, as Apache writes it. */
function accessLog({ requests }: RecordedRun, name: string): string {
  return requests
    .filter(({ domain }) => domain === name)
    .map(({ beganSeconds, seconds }) => {
      const at = (START_EPOCH_SECONDS + beganSeconds).toFixed(6)
      return `${at} ${Math.round(seconds * 1e6)} 200 /\n`
    })
    .join('')
}
