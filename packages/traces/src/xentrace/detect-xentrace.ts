import type {
  FormatDetection,
  Head,
  Question,
  SampleLine,
  UnknownDetection,
} from '../detect/detection.ts'
import type { MemberInfo } from '../members/member.ts'
import { defaultDomainName } from '../reading/domain.ts'
import { TraceError } from '../trace-error.ts'
import { ClockRate } from './clock-rate.ts'
import { beginsLikeXentrace, RecordReader, type TraceRecord } from './record-reader.ts'
import { EVENT, eventName, IDLE_DOMAIN, isRunstateChange } from './trace-events.ts'
import type { XentraceSpec } from './xentrace-spec.ts'

const SHOWN_SAMPLES = 5
/** Common rates of hosts; the operator may give any other. */
const USUAL_HZ = [2.0e9, 2.4e9, 2.6e9, 3.0e9]

/** Recognises a binary trace of xentrace by its beginning. Null for anything else. */
export function detectXentrace(
  member: MemberInfo,
  { bytes: head }: Head,
): FormatDetection<XentraceSpec> | UnknownDetection | null {
  if (!beginsLikeXentrace(head)) return null
  const look = new Look(member.path)
  const damage = look.at(head)
  if (damage && look.records === 0)
    return {
      kind: 'unknown',
      reason: damage.message,
      expected: damage.expected ?? '',
      samples: [head.toString('hex', 0, 16)],
    }
  const tscHz = look.rate.hz()
  // The reader rejects zeros: these values must be given or found.
  const spec: XentraceSpec = { kind: 'xentrace', startEpochSeconds: 0, tscHz: tscHz ?? 0 }
  return {
    kind: 'xentrace',
    spec,
    samples: look.samples,
    virtualHosts: [],
    raised: tscHz === null ? [rateQuestion(look.cycles)] : [],
    warnings: look.anyChange
      ? []
      : [
          'The beginning of the trace holds no changes of state. A trace for Steelyard needs the scheduler’s records (xentrace -e 0x0002f000).',
        ],
  }
}

function rateQuestion(cycles: number): Question {
  return {
    id: 'cpu-hz',
    text: 'At which rate does the host’s time stamp counter run? (xl dmesg: “Detected ... MHz processor”)',
    choices: USUAL_HZ.map((hz) => ({
      value: String(hz),
      label: `${(hz / 1e9).toFixed(1)} GHz`,
      meaning: `The first records then span ${((cycles / hz) * 1000).toPrecision(3)} ms.`,
    })),
  }
}

/** Decodes the first records; the most informative ones are shown. */
class Look {
  readonly samples: SampleLine[] = []
  readonly rate = new ClockRate()
  anyChange = false
  cycles = 0
  #first: { high: number; low: number } | null = null
  readonly #reader: RecordReader

  constructor(path: string) {
    this.#reader = new RecordReader(path, {
      piece: () => {},
      record: (record) => this.#see(record),
    })
  }

  get records(): number {
    return this.#reader.records
  }

  at(head: Buffer): TraceError | null {
    try {
      this.#reader.push(head)
      return null
    } catch (error) {
      if (error instanceof TraceError) return error
      throw error
    }
  }

  #see(record: TraceRecord): void {
    const { event, timed, tscHigh, tscLow } = record
    if (timed) {
      this.#first ??= { high: tscHigh, low: tscLow }
      this.cycles = (tscHigh - this.#first.high) * 2 ** 32 + (tscLow - this.#first.low)
    }
    this.rate.see(record)
    const change = isRunstateChange(event)
    this.anyChange ||= change
    if (this.samples.length < SHOWN_SAMPLES && (change || event === EVENT.lostRecords))
      this.samples.push(this.#sampleOf(record))
  }

  #sampleOf({ pCpu, event, words, data, byte }: TraceRecord): SampleLine {
    const extra = [...data.subarray(0, words)]
    return {
      line: this.#reader.records,
      raw: [event, ...extra].map((word) => word.toString(16).padStart(8, '0')).join(' '),
      fields: [
        { name: 'byte', text: String(byte), meaning: 'where the record begins' },
        { name: 'time', text: String(this.cycles), meaning: 'cycles after the first record' },
        { name: 'pCPU', text: String(pCpu), meaning: `physical CPU ${pCpu}` },
        { name: 'event', text: `0x${event.toString(16)}`, meaning: eventName(event) },
        ...(isRunstateChange(event) ? [subjectField(extra[0] ?? 0)] : []),
      ],
    }
  }
}

function subjectField(subject: number) {
  const id = subject >>> 16
  const vCpu = subject & 0xffff
  const name = defaultDomainName(id === IDLE_DOMAIN ? -1 : id)
  return { name: 'vCPU', text: `d${id}v${vCpu}`, meaning: `vCPU ${vCpu} of ${name}` }
}
