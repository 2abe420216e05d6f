import type { Rejection } from '../reading/tally.ts'
import type { SetAside } from '../source-report.ts'
import type { ParsedLine, ShownField } from './parsed-line.ts'

/** Found what another parser found on the last line. */
export abstract class DelegatingParser implements ParsedLine {
  protected abstract readonly current: ParsedLine
  abstract parse(text: string, from: number, to: number): boolean

  get startEpochSeconds(): number {
    return this.current.startEpochSeconds
  }
  get durationSeconds(): number {
    return this.current.durationSeconds
  }
  get status(): number {
    return this.current.status
  }
  get bytes(): number {
    return this.current.bytes
  }
  get isReused(): boolean {
    return this.current.isReused
  }
  get isError(): boolean {
    return this.current.isError
  }
  get setAside(): SetAside | null {
    return this.current.setAside
  }
  get host(): string {
    return this.current.host
  }
  get rejection(): Rejection {
    return this.current.rejection
  }

  shown(): ShownField[] {
    return this.current.shown()
  }
}
