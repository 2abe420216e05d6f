import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { TimeSpan } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import {
  type AsyncBuffer,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { dateOf, epochSecondsOf } from '../../epoch.ts'
import type { WindowSeconds } from '../levels.ts'
import { fromRow, toColumns } from './observation-columns.ts'

/** A window as it is stored. */
export interface StoredWindow {
  startEpochSeconds: number
  /** One at least. */
  observations: Observation[]
  /** As `packArrivals` made them. */
  arrivals: Uint8Array | null
}

/** A reader takes whole groups. It has a day of minutes of five domains, or ten days of hours. */
const ROWS_IN_GROUP = 8192
/** A higher level saves a tenth more for four times the work. */
const LEVEL = 9

/** With a checksum, so that damaged bytes are noticed when they are read. */
const params = {
  [constants.ZSTD_c_compressionLevel]: LEVEL,
  [constants.ZSTD_c_checksumFlag]: 1,
}
const pack = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, { params }) }
const unpack = {
  ZSTD: (bytes: Uint8Array, maxOutputLength: number) =>
    // A page of nothing but nulls has no bytes, which zstd does not take for a limit.
    maxOutputLength === 0 ? bytes.subarray(0, 0) : zstdDecompressSync(bytes, { maxOutputLength }),
}

/**
 * Windows of one host and one length as a file in the format Parquet: a row for each domain in each
 * window, oldest first. Any program that reads Parquet with zstd can read it.
 */
export function writeWindowFile(windows: readonly StoredWindow[]): Uint8Array {
  const rows = windows.flatMap(({ startEpochSeconds, observations, arrivals }) =>
    observations.map(
      ({ windowStartEpochSeconds: _start, windowSeconds: _length, ...described }, index) => ({
        windowStart: dateOf(startEpochSeconds),
        // They are those of the window, so its first row has them.
        arrivals: index === 0 ? arrivals : null,
        described,
      }),
    ),
  )
  const { shapes, columns } = toColumns(rows.map(({ described }) => described))
  const statistics = false
  const columnData: ColumnSource[] = [
    { name: 'windowStart', type: 'TIMESTAMP', data: rows.map(({ windowStart }) => windowStart) },
    { name: 'shape', type: 'STRING', data: shapes, statistics },
    ...[...columns].map(([name, column]) => ({ name, ...column, statistics })),
    {
      name: 'arrivals',
      type: 'BYTE_ARRAY',
      data: rows.map(({ arrivals }) => arrivals),
      statistics,
    },
  ]
  const bytes = parquetWriteBuffer({
    columnData,
    rowGroupSize: ROWS_IN_GROUP,
    codec: 'ZSTD',
    compressors: pack,
    createdBy: 'Steelyard',
  })
  return new Uint8Array(bytes)
}

interface WindowsToRead extends TimeSpan {
  seconds: WindowSeconds
  /** They are many bytes, and few readers want them. */
  withArrivals: boolean
}

/** The windows that begin in the range, oldest first. Reads only the groups of rows that have some. */
export async function readWindowFile(
  file: AsyncBuffer,
  { seconds, withArrivals, fromEpochSeconds, toEpochSeconds }: WindowsToRead,
): Promise<StoredWindow[]> {
  const metadata = await parquetMetadataAsync(file)
  const names = parquetSchema(metadata).children.map(({ element }) => element.name)
  const rows = await parquetReadObjects({
    file,
    metadata,
    columns: names.filter((name) => withArrivals || name !== 'arrivals'),
    filter: { windowStart: { $gte: dateOf(fromEpochSeconds), $lt: dateOf(toEpochSeconds) } },
    compressors: unpack,
    utf8: false,
  })
  const shapes = new Map<string, object>()
  const windows: StoredWindow[] = []
  for (const row of rows) {
    const text = row.shape as string
    const shape = shapes.get(text) ?? (JSON.parse(text) as object)
    shapes.set(text, shape)
    const startEpochSeconds = epochSecondsOf(row.windowStart as Date)
    if (windows.at(-1)?.startEpochSeconds !== startEpochSeconds) {
      const arrivals = (row.arrivals ?? null) as Uint8Array | null
      // A copy, because all bytes of the page would be kept with its own.
      const own = arrivals && new Uint8Array(arrivals)
      windows.push({ startEpochSeconds, observations: [], arrivals: own })
    }
    windows.at(-1)!.observations.push({
      ...fromRow(shape, row),
      windowStartEpochSeconds: startEpochSeconds,
      windowSeconds: seconds,
    })
  }
  return windows
}
