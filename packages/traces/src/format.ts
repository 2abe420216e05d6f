import type { Readable } from 'node:stream'
import type {
  Answers,
  AnySpec,
  FormatDetection,
  Head,
  Question,
  Setting,
  SourceContext,
  UnknownDetection,
} from './detect/detection.ts'
import type { XentraceFacts } from './detect/xentrace-facts.ts'
import type { MemberInfo } from './members/member.ts'
import type { CpuMeter } from './observations/cpu-meter.ts'
import type { ObservationBuilder } from './observations/observation-builder.ts'
import type { RequestSink } from './observations/request-sink.ts'
import type { ReadOptions, SourceReport } from './source-report.ts'

/**
 * Everything Steelyard knows about one format of traces or logs. A new format is a folder with such
 * an object and a line in `formats.ts`; formats are listed nowhere else.
 */
interface Format<Spec extends AnySpec> {
  kind: Spec['kind']
  words: FormatWords<Spec>
  /** How its sources identify domains. */
  naming: Naming
  /** `own`: time of day. `elapsed`: time since the start. `none`: no time at all. */
  clock: 'own' | 'elapsed' | 'none'
  /**
   * One run writes several files into a folder, so an answer about its start applies to all of
   * them.
   */
  severalFilesPerRun: boolean
  /** The settings that an operator can give for a source of this format, asked or not. */
  settings: readonly Setting[]

  /**
   * Recognises a source by its beginning. Null for anything else.
   * @throws TraceError for answers that cannot be used, such as a malformed log format
   */
  detect(
    member: MemberInfo,
    head: Head,
    answers: Answers,
  ): FormatDetection<Spec> | UnknownDetection | null
  /**
   * Starts to collect the facts that only a whole source shows. Null for a source that does not
   * begin like this format; absent where the two ends of a source show enough.
   */
  scan?(member: MemberInfo, beginning: Buffer): SourceScan | null
  /** Names found in a look into the source. Null when it concerns a single domain. */
  namesIn(detection: FormatDetection<Spec>, look: Look): string[] | null
  /** The questions that must still be answered before the source can be read. */
  questions(detection: FormatDetection<Spec>, said: SourceContext): Question[]
  /** The spec with all answers applied; it is complete once there are no questions. */
  settle(detection: FormatDetection<Spec>, said: SourceContext): Spec
  /**
   * The spec for a look into the first lines: with the names in the source, a placeholder for an
   * unknown clock rate or interval, and an arbitrary domain when the source has none.
   */
  forLook(spec: Spec): Spec
}

/** Goes through all of a source, piece by piece, without keeping any of it. */
export interface SourceScan {
  push(chunk: Buffer): void
  /** Null when the source showed too little. */
  facts(): XentraceFacts | null
}

interface Look {
  answers: Answers
  /** Names found in the first lines. */
  names: string[]
  trace: XentraceFacts | null
}

type Naming =
  /** Xen's number of the domain. */
  | { by: 'id' }
  /** The domain's name, which the tool may cut. */
  | { by: 'name'; cutAt: number }
  /** No identification: a file concerns one domain, or contains virtual hosts. */
  | { by: 'file' }

interface FormatWords<Spec extends AnySpec> {
  /** "3 xenmon traces" */
  noun: { one: string; many: string }
  /** The expected content when nothing was recognised, as an item of a list. */
  expected: string
  /** The title of a source once it is recognised. */
  title(spec: Spec, trace: XentraceFacts | null): string
}

/** A tool that measures CPU use. */
export interface CpuFormat<Spec extends AnySpec = AnySpec> extends Format<Spec> {
  observes: 'cpu'
  meter: CpuMeter
  /** @throws TraceError as `readSource` */
  read(
    bytes: Readable,
    spec: Spec,
    into: ObservationBuilder,
    opts: ReadOptions,
  ): Promise<SourceReport>
}

/** A log of requests, from the server or from its clients. */
export interface RequestFormat<Spec extends AnySpec = AnySpec> extends Format<Spec> {
  observes: 'requests' | 'clientRequests'
  /** @throws TraceError as `readSource` */
  read(bytes: Readable, spec: Spec, into: RequestSink, opts: ReadOptions): Promise<SourceReport>
}

export type TraceFormat = CpuFormat | RequestFormat
