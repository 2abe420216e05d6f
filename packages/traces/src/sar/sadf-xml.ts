import type { DocumentPosition } from '../reading/document/read-document.ts'
import { XmlTags } from '../reading/document/xml-tags.ts'
import { stampOf } from './sadf-json.ts'
import type { SadfSink } from './sadf-reading.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** Reads what `sadf -x` prints (xml_stats.c of sysstat). */
export function sadfXml(sink: SadfSink, place: DocumentPosition): XmlTags {
  let stamp = NONE
  let isInTable = false
  let rows = 0
  return new XmlTags({
    begin(name, attributes) {
      if (name === 'timestamp') {
        stamp = attributes
        rows = 0
      } else if (name === 'cpu-load' || name === 'cpu-load-all') isInTable = true
      else if (name === 'cpu' && isInTable) {
        rows++
        const names = [...attributes.keys()].filter((key) => key !== 'number')
        const isUtc = stamp.get('utc') === '1' || stamp.get('tz') === 'UTC'
        sink.row(
          {
            stamp: stampOf(stamp.get('date'), stamp.get('time'), isUtc),
            intervalSeconds: Number(stamp.get('interval')),
            cpu: attributes.get('number') ?? '',
            names,
            values: names.map((key) => attributes.get(key)!),
          },
          [...attributes].map(([key, value]) => `${key}="${value}"`).join(' '),
          place.line,
        )
      }
    },
    end(name, text) {
      if (name === 'number-of-cpus' && Number(text) > 0) sink.begin(Number(text))
      else if (name === 'cpu-load' || name === 'cpu-load-all') isInTable = false
      else if (name === 'timestamp' && rows === 0) sink.other()
    },
  })
}
