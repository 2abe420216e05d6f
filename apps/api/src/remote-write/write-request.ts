import { PbfWriter } from 'pbf'
import { compress } from 'snappyjs'

/** Field numbers of prompb/remote.proto and prompb/types.proto in the source of Prometheus. */
const REQUEST = { series: 1 }
const SERIES = { label: 1, sample: 2 }
const LABEL = { name: 1, value: 2 }
const SAMPLE = { value: 1, timestamp: 2 }

export interface Series {
  labels: Record<string, string>
  /** Oldest first. */
  samples: { value: number; epochMs: number }[]
}

/** The body of a request of remote write 1.0. */
export function writeRequest(series: readonly Series[]): Uint8Array {
  const writer = new PbfWriter()
  for (const each of series) writer.writeMessage(REQUEST.series, writeSeries, each)
  return compress(writer.finish())
}

function writeSeries({ labels, samples }: Series, to: PbfWriter): void {
  // Receivers may refuse labels in another order than that of their bytes.
  const names = Object.keys(labels).sort()
  for (const name of names) to.writeMessage(SERIES.label, writeLabel, [name, labels[name]!])
  for (const sample of samples) to.writeMessage(SERIES.sample, writeSample, sample)
}

function writeLabel([name, value]: [string, string], to: PbfWriter): void {
  // As bytes, because pbf writes characters from U+20000 on as others.
  to.writeBytesField(LABEL.name, Buffer.from(name))
  to.writeBytesField(LABEL.value, Buffer.from(value))
}

function writeSample({ value, epochMs }: Series['samples'][number], to: PbfWriter): void {
  to.writeDoubleField(SAMPLE.value, value)
  to.writeVarintField(SAMPLE.timestamp, epochMs)
}
