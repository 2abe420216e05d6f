import * as fc from 'fast-check'
import { expect } from 'vitest'
import {
  FORMATS,
  HEADERS,
  MEAN_MS,
  REQUESTS,
  type Request,
} from '../access-log/request-forms.fixture.ts'
import { readFilesAsUploaded, requestsOf } from './read-upload.fixture.ts'

/** How a log may come, beside its format. */
export interface LogTraits {
  format: string
  /** Servers write a line when a request has ended; what sorts logs orders them by their stamps. */
  order: 'by-start' | 'by-end'
  lineEnd: '\n' | '\r\n'
  encoding: 'utf8' | 'utf8-bom' | 'utf16le'
  /** Colours of a terminal around each line. */
  isColoured: boolean
  blankLines: boolean
  /** Lines that are no requests, and some that are nothing. */
  talk: 'none' | 'own' | 'upgraded' | 'nothing'
  /** The file is cut in two here, and the second part repeats some lines of the first. */
  cutAt: number | null
  repeated: number
}

export const logTraits: fc.Arbitrary<LogTraits> = fc.record({
  format: fc.constantFrom(...Object.keys(FORMATS)),
  order: fc.constantFrom('by-start', 'by-end'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  encoding: fc.constantFrom('utf8', 'utf8-bom', 'utf16le'),
  isColoured: fc.boolean(),
  blankLines: fc.boolean(),
  talk: fc.constantFrom('none', 'own', 'upgraded', 'nothing'),
  cutAt: fc.option(fc.integer({ min: 20, max: 40 })),
  // Fewer lines would be of no whole second, by which files are known to overlap.
  repeated: fc.constantFrom(0, 12, 15, 18),
})

/** The files of a log with these traits. */
export function filesOf(traits: LogTraits): Buffer[] {
  const { format, order, cutAt, repeated } = traits
  const key = ({ startMs, durationMs }: Request) =>
    order === 'by-start' ? startMs : startMs + durationMs
  const requests = REQUESTS.toSorted((a, b) => key(a) - key(b))
  const lines = requests.map((each) => FORMATS[format]!(each))
  const parts =
    cutAt === null ? [lines] : [lines.slice(0, cutAt), lines.slice(Math.max(0, cutAt - repeated))]
  return parts.map((part) => encoded(part, traits))
}

function encoded(part: readonly string[], traits: LogTraits): Buffer {
  const { format, lineEnd, encoding, isColoured, blankLines, talk } = traits
  const said = talkOf(talk, format)
  const lines = [...part.slice(0, 3), ...said, ...part.slice(3)].flatMap((line, i) => [
    isColoured ? `\u001b[32m${line}\u001b[0m` : line,
    ...(blankLines && i % 10 === 0 ? [''] : []),
  ])
  const header = HEADERS[format] ?? ''
  const text = `${header}${lines.join('\n')}\n`.replaceAll('\n', lineEnd)
  if (encoding === 'utf16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(encoding === 'utf8-bom' ? `\ufeff${text}` : text)
}

const TALK: Record<LogTraits['talk'], readonly Partial<Request & { request: string }>[]> = {
  none: [],
  own: [{ request: 'OPTIONS * HTTP/1.0' }],
  upgraded: [{ status: 101, durationMs: 3_000_000 }],
  nothing: [],
}

function talkOf(talk: LogTraits['talk'], format: string): string[] {
  if (talk === 'nothing') return ['\u00fe\u00ed garbage', 'x']
  return TALK[talk].flatMap(({ request, ...rest }) => {
    const line = FORMATS[format]!({ ...REQUESTS[3]!, ...rest })
    if (!request) return [line]
    // Without the request line, nothing shows what is the server’s own.
    const own = line.replace(/GET \S+ HTTP\/1\.1/, request)
    return own === line ? [] : [own]
  })
}

/** Reads all files as one upload; what was made of them must be what was. */
export async function checkLog(traits: LogTraits): Promise<void> {
  const { report, set } = await readFilesAsUploaded('web1.log', filesOf(traits))
  const found = requestsOf(set, 'web1')
  expect(found.requests).toBe(REQUESTS.length)
  expect(found.meanMs).toBeCloseTo(MEAN_MS, 3)
  expect(report.rejected).toBe(traits.talk === 'nothing' ? 2 : 0)
}
