import { isIdle, isUsed } from '../guest-cpu/shares.ts'
import type { SadfSink } from './sadf-reading.ts'

/** `# hostname;interval;timestamp;CPU;%user;...`, and with `-h` the columns of all tables. */
const HEADER = /^#\s*hostname;interval;timestamp(?:;|$)/
/** `db1;-1;2026-11-20 09:05:00 UTC;LINUX-RESTART	(2 CPU)` */
const RESTART = /^[^;]*;[^;]*;[^;]*;LINUX-RESTART(?:\s+\((\d{1,4}) CPU\))?/

export function isSadfHeader(line: string): boolean {
  return HEADER.test(line)
}

/** Whether a header begins a table of CPU use. */
export function isCpuHeader(line: string): boolean {
  if (!isSadfHeader(line)) return false
  const columns = columnsOf(line)
  return columns[0] === 'CPU' && columns.some(isUsed) && columns.some(isIdle)
}

/** The columns after the stamp. `-h` marks those of lists with `[...]`, and other tables follow. */
function columnsOf(header: string): string[] {
  const all = header.split(';').slice(3)
  const bare = all.map((name) => name.replace(/\[.*$/, '').trim())
  const last = bare.findLastIndex((name) => isIdle(name))
  return bare.slice(0, last + 1)
}

/** Reads what `sadf -d` prints, line by line. */
export class SadfCsv {
  readonly #sink: SadfSink
  #columns: string[] | null = null

  constructor(sink: SadfSink) {
    this.#sink = sink
  }

  line(text: string, line: number): void {
    if (text.startsWith('#')) {
      this.#columns = isCpuHeader(text) ? columnsOf(text) : null
      return
    }
    const restart = RESTART.exec(text)
    if (restart) {
      this.#sink.begin(Number(restart[1]) || null)
      return
    }
    if (!this.#columns) {
      this.#sink.other()
      return
    }
    const [, interval, stamp, cpu, ...values] = text.split(';')
    // Comments of `sadc -C` have their own rows.
    if (cpu?.startsWith('COM ')) return
    const names = this.#columns.slice(1)
    const row = {
      stamp: stamp ?? '',
      intervalSeconds: Number(interval),
      cpu: cpu ?? '',
      names,
      values: values.slice(0, names.length),
    }
    this.#sink.row(row, text, line)
  }
}
