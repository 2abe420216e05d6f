import { type Json, JsonParts, objectOf } from '../reading/document/json-parts.ts'
import type { DocumentPosition } from '../reading/document/read-document.ts'
import type { SadfSink } from './sadf-reading.ts'

const HOST = 'sysstat.hosts.*'
const PARTS = [
  `${HOST}.number-of-cpus`,
  `${HOST}.statistics.*`,
  // Restarts stand behind the statistics, so they come too late to say where the vCPUs changed.
  `${HOST}.restarts.*`,
]
const TABLES = ['cpu-load', 'cpu-load-all']

/** Reads what `sadf -j` prints (json_stats.c of sysstat). */
export function sadfJson(sink: SadfSink, place: DocumentPosition): JsonParts {
  const take = (path: string, value: Json) => {
    if (path.endsWith('number-of-cpus')) {
      if (typeof value === 'number' && value > 0) sink.begin(value)
    } else if (path.endsWith('statistics.*')) takeMoment(objectOf(value), sink, place)
  }
  return new JsonParts(PARTS, take, [`${HOST}.statistics.*`])
}

function takeMoment(
  moment: { [name: string]: Json },
  sink: SadfSink,
  place: DocumentPosition,
): void {
  const { date, time, utc, tz, interval } = objectOf(moment.timestamp ?? null)
  const isUtc = utc === 1 || utc === '1' || tz === 'UTC'
  const table = TABLES.map((name) => moment[name]).find((rows) => Array.isArray(rows))
  if (!Array.isArray(table)) {
    sink.other()
    return
  }
  for (const row of table) {
    const { cpu, ...shares } = objectOf(row)
    const names = Object.keys(shares)
    sink.row(
      {
        stamp: stampOf(date, time, isUtc),
        intervalSeconds: Number(interval),
        cpu: String(cpu ?? ''),
        names,
        values: names.map((name) => String(shares[name])),
      },
      JSON.stringify(row),
      place.line,
    )
  }
}

/** @param date absent where sadf writes seconds since the epoch as the time (`-U`) */
export function stampOf(date: unknown, time: unknown, isUtc: boolean): string {
  return `${[date, time].filter((part) => part !== undefined && part !== '').join(' ')}${isUtc ? ' UTC' : ''}`
}
