import type { Readable } from 'node:stream'
import type {
  Answers,
  FormatDetection,
  Head,
  Question,
  Said,
  Setting,
  UnknownDetection,
} from './detect/detection.ts'
import type { MemberInfo } from './members/member.ts'
import type { CpuMeter } from './observations/cpu-meter.ts'
import type { ObservationBuilder } from './observations/observation-builder.ts'
import type { RequestSink } from './request-sink.ts'
import type { ReadOptions, SourceReport } from './source-report.ts'
import type { XentraceFacts } from './xentrace/xentrace-scan.ts'

/** What a format's spec is at least: plain JSON that says how to read one source. */
export interface AnySpec {
  kind: string
}

/**
 * Everything Steelyard knows about one format of traces or logs. A new one is a folder with such an
 * object and a line in `formats.ts`; nothing else lists formats.
 */
interface Format<Spec extends AnySpec> {
  kind: Spec['kind']
  words: FormatWords<Spec>
  /** How its sources call domains. */
  naming: Naming
  /** Own: it writes the time of day. Elapsed: the time since it began. None: no time at all. */
  clock: 'own' | 'elapsed' | 'none'
  /** One run writes several files into a folder, so that what is said of its start holds for all. */
  severalFilesPerRun: boolean
  /** What may be said about a source of this format, asked or not. */
  settings: readonly Setting[]

  /**
   * Recognises a source by its beginning; null for anything else.
   * @throws TraceError for answers that cannot be used, such as a malformed log format
   */
  detect(
    member: MemberInfo,
    head: Head,
    answers: Answers,
  ): FormatDetection<Spec> | UnknownDetection | null
  /** Names found, from a look into the source; null where it stands for one domain as a whole. */
  namesIn(detection: FormatDetection<Spec>, look: Look): string[] | null
  /** What must still be answered before it can be read. */
  questions(detection: FormatDetection<Spec>, said: Said): Question[]
  /** How to read it with all that was said; good once there are no questions. */
  settle(detection: FormatDetection<Spec>, said: Said): Spec
  /**
   * The same for a look into its first lines: with the names it uses itself, at any rate, and with
   * any domain where it names none.
   */
  forLook(spec: Spec): Spec
}

export interface Look {
  answers: Answers
  /** Found in the first lines. */
  names: string[]
  trace: XentraceFacts | null
}

export type Naming =
  /** By Xen's number of the domain. */
  | { by: 'id' }
  /** By its name, which the tool may cut. */
  | { by: 'name'; cutAt: number }
  /** Not at all: a file is about one domain, or names virtual hosts. */
  | { by: 'file' }

export interface FormatWords<Spec extends AnySpec> {
  /** "3 xenmon traces" */
  noun: { one: string; many: string }
  /** What is expected where nothing was recognised, to be put into a list. */
  expected: string
  /** What one source was recognised as. */
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

/** A log of requests, by the server or by its clients. */
export interface RequestFormat<Spec extends AnySpec = AnySpec> extends Format<Spec> {
  observes: 'requests' | 'clientRequests'
  /** @throws TraceError as `readSource` */
  read(bytes: Readable, spec: Spec, into: RequestSink, opts: ReadOptions): Promise<SourceReport>
}

export type TraceFormat = CpuFormat | RequestFormat
