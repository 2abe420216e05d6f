import { DocumentError, MOST_VALUES } from '../reading/document/document-error.ts'
import { type Json, JsonParts, objectOf } from '../reading/document/json-parts.ts'
import type { DocumentPosition } from '../reading/document/read-document.ts'
import { XmlTags } from '../reading/document/xml-tags.ts'

/** What becomes of the parts of a document. */
export interface RrdSink {
  /** @param end when the newest step ended, whether there is a row of it or not */
  legend(entries: readonly string[], step: number, end: number): void
  /** @param values NaN for what is not known */
  row(at: number, step: number, values: ArrayLike<number>, text: string, line: number): void
}

/** `rrd_updates?json=true` (json_of_t in rrd_updates.ml of xapi): numbers are texts, NaN among them. */
export function rrdJson(sink: RrdSink, place: DocumentPosition): JsonParts {
  let step = 0
  const take = (path: string, value: Json) => {
    const part = objectOf(value)
    if (path === 'meta') {
      step = Number(part.step)
      sink.legend(listOf(part.legend).map(String), step, Number(part.end))
    } else {
      const values = listOf(part.values).map((each) => (each === null ? Number.NaN : Number(each)))
      const shown = `t ${String(part.t)}: ${values.slice(0, 10).join(' ')}`
      sink.row(Number(part.t), step, values, shown, place.line)
    }
  }
  return new JsonParts(['meta', 'data.*'], take, ['meta'])
}

/** `rrd_updates` (xml_of in rrd_updates.ml of xapi), which is the form of rrdtool's xport. */
export function rrdXml(sink: RrdSink, place: DocumentPosition): XmlTags {
  let step = 0
  let end = Number.NaN
  let entries: string[] = []
  let at = Number.NaN
  let values: number[] = []
  let hasLegend = false
  const room = (list: unknown[]) => {
    if (list.length >= MOST_VALUES)
      throw new DocumentError(
        `it has more than ${MOST_VALUES} columns`,
        'fewer columns in one file',
      )
  }
  return new XmlTags({
    begin(name) {
      if (name === 'legend') entries = []
      if (name === 'row') {
        at = Number.NaN
        values = []
      }
    },
    end(name, text) {
      if (name === 'step') step = Number(text)
      else if (name === 'end') end = Number(text)
      else if (name === 'entry') {
        room(entries)
        entries.push(text)
      } else if (name === 'legend') {
        hasLegend = true
        sink.legend(entries, step, end)
      } else if (name === 't') at = text === '' ? Number.NaN : Number(text)
      else if (name === 'v') {
        room(values)
        values.push(text === '' ? Number.NaN : Number(text))
      } else if (name === 'row')
        sink.row(at, step, values, `t ${at}: ${values.slice(0, 10).join(' ')}`, place.line)
    },
    brokenOff() {
      if (!hasLegend) sink.legend(entries, step, end)
    },
  })
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
