import type { Source, SourceQuestion, Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { anUpload, aSource, idOf } from '../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../lib/testing/render.tsx'
import { QuestionGroup } from './question-group.tsx'
import { SourceCard } from './source-card.tsx'

const unanswered = aSource().settings

const card = (source: Partial<Source>, upload: Partial<Upload> = {}) =>
  render(<SourceCard source={aSource(source)} upload={anUpload(upload)} />)

const question = (
  id: SourceQuestion['id'],
  more: Partial<SourceQuestion> = {},
): SourceQuestion => ({
  id,
  text: `What about ${id}?`,
  blocking: true,
  candidates: [],
  ...more,
})
/** A question about one source. */
const asking = (id: SourceQuestion['id'], source: Partial<Source> = {}) => {
  const asked = question(id)
  const about = aSource({ questions: [asked], adjustable: [], ...source })
  return render(
    <QuestionGroup
      uploadId={idOf(20)}
      group={{ question: about.questions[0] ?? asked, sources: [about] }}
    />,
  )
}

describe('the state of a source', () => {
  it('is shown in words', () => {
    expect(card({}).text).toMatch(/^vm1\.log Access log of nginx Recognised/)
    expect(card({ included: false }).text).toContain('Left out')
    const open = [{ sourceId: idOf(40), questionId: 'interval', text: '' }]
    expect(card({}, { openQuestions: open }).text).toContain('Needs an answer')
  })

  it('ignores questions of other sources', () => {
    const other = { sourceId: idOf(99), questionId: 'interval', text: '' }
    expect(card({ questions: [question('interval')] }, { openQuestions: [other] }).text).toContain(
      'Recognised',
    )
  })

  it('shows the log format at once where the source is not recognised', () => {
    const { html, text } = card({ kind: 'unknown', title: 'Unknown', adjustable: ['logFormat'] })
    expect(text).toContain('Not recognised')
    expect(text).not.toContain('Use this source')
    expect(text).toContain('Format of the log Apache’s LogFormat or nginx’s log_format')
    expect(html).toMatch(/<details[^>]* open=""/)
  })

  it('has the box for its format in front where it looks like a log', () => {
    const trouble = { code: 'log-of-unknown-format', message: 'Its first line splits into a | b.' }
    const adjustable: Source['adjustable'] = ['logFormat']
    const { html, text, buttons } = card({ kind: 'unknown', adjustable, trouble })
    expect(text).toMatch(
      /Format not known .*Its first line splits into a \| b\. .*Format of the log/,
    )
    expect(buttons).toContain('Read with this format (off)')
    expect(html).not.toContain('role="alert"')
    expect(text).not.toContain('Change how it is read')
  })

  it('includes its warnings and its failure', () => {
    const trouble = { code: 'cut-off', message: 'It is cut off.', where: { line: 12_345 } }
    const { text } = card({ warnings: ['It has gaps.'], trouble })
    expect(text).toContain('Warning: It has gaps.')
    expect(text).toContain('It is cut off. Where: line 12,345')
  })

  it('does not repeat the failure of the whole upload', () => {
    const trouble = { code: 'cut-off', message: 'It is cut off.' }
    expect(card({ trouble }, { trouble }).text).not.toContain('It is cut off.')
  })

  it('includes a very long path', () => {
    const path = `${'very-'.repeat(60)}long.log.gz`
    expect(card({ path }).text).toContain(path)
  })
})

describe('a question about a source', () => {
  const units = [
    { value: 'us', label: 'Microseconds', meaning: 'the first request took 12 ms' },
    { value: 'ms', label: 'Milliseconds', meaning: 'the first request took 12 s' },
  ]

  it('offers candidates with their meaning', () => {
    const { html, text, buttons } = asking('duration-unit', {
      questions: [question('duration-unit', { candidates: units })],
    })
    expect(text).toContain('Microseconds the first request took 12 ms')
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(html).not.toMatch(/type="radio"[^>]* checked=""/)
    expect(buttons).toEqual(['Use this answer (off)'])
  })

  it('has its most probable candidate chosen, to be confirmed with one press', () => {
    const asked = question('duration-unit', { candidates: units, suggested: 'ms' })
    const { html, text, buttons } = asking('duration-unit', { questions: [asked] })
    expect(text).toContain('Milliseconds · most probable')
    expect(html.match(/type="radio"[^>]* checked=""/g)).toHaveLength(1)
    expect(buttons).toEqual(['Use this answer'])
  })

  it('about a number shows three lines as far as they are understood', () => {
    const sample = (second: string) => ({
      raw: `line ${second}`,
      fields: [
        {
          name: '%t',
          value: `20/Nov (request started 2026-11-20T09:00:0${second}.000Z)`,
          role: 'time' as const,
        },
        { name: '%r', value: 'GET / HTTP/1.1 (request)', role: 'request' as const },
        { name: '%h', value: '10.0.0.1' },
        { name: '%{unnamed1}n', value: `1557${second}` },
      ],
    })
    const asked = question('duration-unit', { candidates: units })
    const { html } = asking('duration-unit', {
      questions: [asked],
      samples: ['0', '1', '2', '3'].map(sample),
    })
    expect(rowsOf(html)).toEqual([
      ['Number 1', 'Request started', 'Request'],
      ...['0', '1', '2'].map((second) => [
        `1557${second}`,
        `20 Nov 2026, 09:00:0${second} UTC`,
        'GET / HTTP/1.1',
      ]),
    ])
  })

  it('has the times of its candidates in the form of all pages', () => {
    const at = '2026-11-20T09:00:00.000Z'
    const candidates = [{ value: at, label: at, meaning: `60 s before ${at}.` }]
    const { text } = asking('start-time', { questions: [question('start-time', { candidates })] })
    expect(text).toContain('20 Nov 2026, 09:00:00 UTC 60 s before 20 Nov 2026, 09:00:00 UTC.')
    expect(text).not.toContain('T09:00')
  })

  it('can be asked again', () => {
    const settings = { ...unanswered, durationUnit: 'ms' }
    expect(card({ adjustable: [], settings }).buttons).toContain(
      'Ask again for the unit of its durations',
    )
  })

  it('is asked once for several sources, which can still be answered one by one', () => {
    const asked = question('duration-unit', { candidates: units })
    const sources = ['vm1.log', 'vm2.log', 'vm3.log'].map((path) => aSource({ path }))
    const { text, html } = render(
      <QuestionGroup uploadId={idOf(20)} group={{ question: asked, sources }} />,
    )
    expect(text).toContain('Used for all 3 access logs: vm1.log, vm2.log, vm3.log.')
    expect(text).toContain('Answer each file on its own')
    expect(html.match(/type="radio"/g)).toHaveLength(2)
  })

  it.each([
    ['start-time', 'Began at (your time zone)'],
    ['interval', 'Time between samples'],
    ['cpu-hz', 'Rate of the time stamp counter'],
    ['time-zone', 'Time zone of the log'],
  ] as const)('about %s has a field, which must not be empty', (id, label) => {
    const { text, buttons } = asking(id)
    expect(text).toContain(label)
    expect(buttons).toEqual(['Set (off)'])
  })

  it.each([
    ['interval', { intervalSeconds: 0.5 }, 'value="0.5"'],
    ['interval', { intervalSeconds: 3600 }, 'value="3600"'],
    ['cpu-hz', { tscHz: 2_600_000_000 }, 'value="2600"'],
    ['cpu-hz', { tscHz: 1_000_000 }, 'value="1"'],
    ['cpu-hz', { tscHz: 100_000_000_000 }, 'value="100000"'],
    ['time-zone', { timeZone: 'UTC' }, 'value="UTC"'],
    ['time-zone', { timeZone: 'Europe/Berlin' }, 'value="Europe/Berlin"'],
  ] as const)('about %s starts with %j', (id, settings, value) => {
    const { html, buttons } = asking(id, { settings: { ...unanswered, ...settings } })
    expect(html).toContain(value)
    expect(buttons).toEqual(['Set'])
  })

  it.each([
    ['interval', { intervalSeconds: 3601 }],
    ['interval', { intervalSeconds: -1 }],
    ['cpu-hz', { tscHz: 500_000 }],
    ['cpu-hz', { tscHz: 1e12 }],
    ['time-zone', { timeZone: 'Europe/Atlantis' }],
  ] as const)('about %s refuses %j', (id, settings) => {
    expect(asking(id, { settings: { ...unanswered, ...settings } }).buttons).toEqual(['Set (off)'])
  })
})

describe('the settings of a source', () => {
  const all: Source['adjustable'] = [
    'logFormat',
    'byVirtualHost',
    'startedAt',
    'tscHz',
    'intervalSeconds',
  ]

  it('are those that its format allows', () => {
    const { text } = card({ adjustable: all })
    for (const label of [
      'Use this source',
      'Format of the log',
      'One guest per virtual host',
      'Began at',
      'Rate of the time stamp counter',
      'Time between samples',
    ]) {
      expect(text).toContain(label)
    }
    const none = card({ adjustable: [] }).text
    expect(none).toContain('Use this source')
    expect(none).not.toContain('Time between samples')
  })

  it('omit what a question asks for', () => {
    const asked = [
      question('interval'),
      question('start-time'),
      question('cpu-hz'),
      question('virtual-hosts'),
    ]
    const { text } = card({ adjustable: all, questions: asked })
    for (const label of ['Began at', 'Rate of the time', 'Time between samples']) {
      expect(text).not.toContain(label)
    }
    expect(text).not.toContain('One guest per virtual host')
  })

  it('can return to a detected format', () => {
    const adjustable: Source['adjustable'] = ['logFormat']
    expect(card({ adjustable }).buttons).toEqual(['Read with this format (off)'])
    const set = card({ adjustable, settings: { ...unanswered, logFormat: '%h %D' } })
    expect(set.html).toContain('>%h %D</textarea>')
    expect(set.buttons).toEqual(['Read with this format', 'Detect it again'])
  })
})

describe('what a log is read as', () => {
  const samples: Source['samples'] = [
    {
      raw: 'a line',
      fields: [
        { name: '%t', value: '20/Nov (request started 2026-11-20T09:00:00.000Z)', role: 'time' },
        { name: '%D', value: '15579 (took 15.579 ms)', role: 'duration' },
      ],
    },
  ]
  const candidates = [
    { value: '8:us', label: 'took in microseconds', meaning: '15579 -> 15.579 ms; then 0.1 ...' },
    { value: '8:ms', label: 'took in milliseconds', meaning: '15579 -> 15.579 s; then 100 ...' },
  ]

  it('is said in plain words', () => {
    const { text, html } = card({ samples })
    expect(text).toContain('Time 20/Nov (request started 20 Nov 2026, 09:00:00 UTC)')
    expect(text).toContain('Duration 15579 (took 15.579 ms)')
    expect(html).not.toContain('<select')
  })

  it('can be another number or unit without a new upload', () => {
    const { html, text } = card({ samples, durations: { chosen: '8:us', candidates } })
    expect(text).toContain('What counts as the duration')
    expect(html).toMatch(/<option value="8:us" selected="">took in microseconds: 15579/)
    expect(text).not.toContain('0.1 ...')
  })

  it('is not to be changed while it is asked', () => {
    const { html, text } = card({
      samples: samples.map(({ raw, fields }) => ({ raw, fields: fields.slice(0, 1) })),
      durations: { chosen: null, candidates },
    })
    expect(html).not.toContain('<select')
    expect(text).toContain('Duration asked above')
  })
})

describe('lines that are no requests', () => {
  const report: Source['report'] = {
    lines: 1060,
    accepted: 1060,
    rejected: 0,
    examples: [],
    firstAt: null,
    lastAt: null,
    setAside: { upgraded: 59, 'no-request': 1 },
    notes: [],
  }

  it('are counted once the log was read, and can be included', () => {
    const { text, buttons } = card({ report })
    expect(text).toContain(
      'No requests, so left out: 59 upgraded connections (WebSocket) and 1 connection without a request.',
    )
    expect(buttons).toContain('Count them too')
  })

  it('can be left out again', () => {
    const { text, buttons } = card({ settings: { ...unanswered, everyLine: true } })
    expect(text).toContain('Lines that are no requests count too.')
    expect(buttons).toContain('Leave them out')
  })

  it('are not mentioned where there are none', () => {
    expect(card({ report: { ...report, setAside: null } }).text).not.toContain('No requests')
  })
})

describe('the sample lines', () => {
  it('are shown with their fields', () => {
    const { html, text } = card({
      samples: [
        { raw: '10.0.0.1 200 12', fields: [{ name: 'status', value: '200' }] },
        {
          raw: '10.0.0.2 404 7',
          fields: [
            { name: 'status', value: '404' },
            { name: 'duration', value: '7 ms' },
          ],
        },
      ],
    })
    expect(text).toContain('Sample lines as understood 10.0.0.1 200 12 10.0.0.2 404 7')
    expect(rowsOf(html)).toEqual([
      ['status', 'duration'],
      ['200', '–'],
      ['404', '7 ms'],
    ])
  })

  it('are omitted where there are none', () => {
    expect(card({ samples: [] }).text).not.toContain('Sample lines')
  })
})

describe('the export for Perfetto', () => {
  const report = {
    lines: 9,
    accepted: 9,
    rejected: 0,
    examples: [],
    firstAt: '2026-11-20T16:00:00.000Z',
    lastAt: '2026-11-20T16:01:02.500Z',
    notes: [],
  }

  it('is offered for a trace of xentrace, up to its end', () => {
    const { html, text } = card({ kind: 'xentrace', report })
    expect(text).toContain('From, s of 62')
    expect(html).toContain('max="62"')
    expect(html).toContain(`/uploads/${idOf(20)}/sources/${idOf(40)}/perfetto`)
  })

  it('is not offered for other sources, nor before the questions are answered', () => {
    expect(card({}).text).not.toContain('Perfetto')
    const open = [{ sourceId: idOf(40), questionId: 'start', text: '' }]
    expect(card({ kind: 'xentrace' }, { openQuestions: open }).text).not.toContain('Perfetto')
  })
})
