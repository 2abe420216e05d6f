import type { AnalysisResult } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { seriesOf } from '../../../lib/host-queries.ts'
import { anAnalysis, anUpload, aResult, aSource, idOf } from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { answer, refusal, render } from '../../../lib/testing/render.tsx'
import { evidenceSections, sectionOf } from './evidence-sections.ts'
import { EvidenceTab } from './evidence-tab.tsx'

const evidence = (search: string, more: Partial<AnalysisResult> = {}) =>
  render(
    <InHostFrame recording={anAnalysis({ result: aResult(more) })}>
      <EvidenceTab />
    </InHostFrame>,
    { search, known: [refusal('getAnalysisSeries', seriesOf(idOf(30)))] },
  )

it('opens with the grade: what the recording lacks and how to raise it', () => {
  const { text, html } = evidence('', {
    evidence: {
      grade: 'thin',
      lacks: [{ code: 'short', text: 'Only 30 s is judged.', atMost: 'thin' }],
      remedy: 'Record 5 minutes.',
    },
    dataQuality: [{ code: 'gaps', text: 'vm1 has gaps.', severity: 'warning' }],
  })
  expect(text).toContain('Thin evidence Only 30 s is judged.')
  expect(text).toContain('Record 5 minutes.')
  expect(text).toContain('Warning: vm1 has gaps.')
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  expect(evidence('').text).toContain('No remarks.')
})

describe('a lack whose cause is known', () => {
  const trace = aSource({
    id: idOf(51),
    path: 'xentop.log',
    kind: 'xentop',
    observes: 'cpu',
    noun: { one: 'xentop trace', many: 'xentop traces' },
    adjustable: ['startedAt', 'intervalSeconds'],
    settings: { ...aSource().settings, startedAt: '2026-11-20T09:01:00Z' },
  })
  const lackOf = (more: Partial<AnalysisResult['evidence']['lacks'][number]>) => ({
    grade: 'thin' as const,
    lacks: [{ code: 'clocks-apart', text: 'They do not agree.', atMost: 'thin' as const, ...more }],
    remedy: null,
  })
  const shown = (lack: Parameters<typeof lackOf>[0], sources = [aSource(), trace]) =>
    render(
      <InHostFrame recording={anAnalysis({ result: aResult({ evidence: lackOf(lack) }) })}>
        <EvidenceTab />
      </InHostFrame>,
      { known: [answer('getUpload', { params: { id: idOf(20) } }, anUpload({ sources }))] },
    )

  it('leads to the files to correct, and corrects a start with one press', () => {
    const { links, buttons } = shown({ domains: ['vm1'], offsetSeconds: 60 })
    expect(links['vm1.log']).toBe(`/recordings/new?upload=${idOf(20)}&source=${idOf(40)}`)
    expect(links['xentop.log']).toBe(`/recordings/new?upload=${idOf(20)}&source=${idOf(51)}`)
    expect(buttons).toContain(
      'Begin the xentop trace at 20 Nov 2026, 09:00:00 UTC and analyse again',
    )
  })

  it('offers no start where none was answered, or the domains disagree', () => {
    const dated = { ...trace, settings: aSource().settings }
    const offers = (sought: string[]) => sought.some((name) => name.startsWith('Begin'))
    expect(offers(shown({ offsetSeconds: 60 }, [aSource(), dated]).buttons)).toBe(false)
    expect(offers(shown({}).buttons)).toBe(false)
  })

  it('leads to the logs alone where a unit or a domain is wrong', () => {
    const { links } = shown({ code: 'mistaken-unit' })
    expect(Object.keys(links)).toContain('vm1.log')
    expect(Object.keys(links)).not.toContain('xentop.log')
    expect(shown({ code: 'short' }).text).not.toContain('To be corrected in')
  })
})

it('leaves the optimum of a host that meets its targets to the options', () => {
  const { text, links } = evidence('section=weights', { verdict: 'meets' })
  expect(text).not.toContain('Weights before and after')
  expect(links.Options).toBe(`/hosts/${idOf(1)}/options?recording=${idOf(30)}`)
})

it.each([
  ['errors', 'How far to trust it'],
  ['time', 'The chart could not be loaded'],
  ['phases', 'Phase by phase'],
  ['load', 'Load and waiting'],
  ['simulation', 'This recording, simulated'],
  ['weights', 'Weights before and after'],
  ['sandpiper', 'What SandPiper would do'],
  ['options', 'Downloads'],
])('shows the section %s alone', (section, heading) => {
  const { text } = evidence(`section=${section}`)
  expect(text).toContain(heading)
  expect(text).not.toContain('Data quality')
})

it('keeps the recording from section to section', () => {
  expect(evidence('recording=7').links['Over time']).toBe(
    `/hosts/${idOf(1)}/evidence?recording=7&section=time`,
  )
})

it('says that no weights were searched for', () => {
  const more = { recommendation: null, objectives: null }
  expect(evidence('section=weights', more).text).toContain('No weights were searched for')
})

it('leads from eq (7) to the options, and from the objective of the same name to it', () => {
  const objectives = [
    {
      objective: 'total-delay' as const,
      chosenBy: 'delay-aware',
      method: 'proven' as const,
      statement: 'Proven.',
      weights: [],
      worstOverTarget: null,
      outlook: [],
    },
  ]
  const asPrinted = {
    domains: [],
    sums: null,
    printed: { verdict: 'ok' as const, overloaded: [], reasons: [] },
    corrected: { verdict: 'ok' as const, overloaded: [], reasons: [] },
    statement: 'All is well.',
    totalDelay: { domains: [], nowMs: 1, printedMs: 1, correctedMs: 1, statement: 'The same.' },
  }
  const options = {
    predictor: 'twin' as const,
    rows: [],
    absent: [],
    headline: '',
    statement: null,
  }
  const both = { verdict: 'misses' as const, recommendation: null, objectives, asPrinted, options }
  expect(evidence('section=paper', both).links.Options).toMatch(/\/options\?recording=/)
  expect(evidence('section=weights', both).html).toMatch(
    /\/evidence\?recording=\d+[^"]*section=paper/,
  )
  expect(evidence('section=paper', { ...both, options: null }).text).not.toContain(
    'beside all others under',
  )
})

describe('the section that an address names', () => {
  it('is one of the contents, else the first', () => {
    expect(evidenceSections.map(({ id }) => sectionOf(id))).toEqual(
      evidenceSections.map(({ id }) => id),
    )
    expect(sectionOf('nonsense')).toBe('grade')
    expect(sectionOf(null)).toBe('grade')
  })
})

it('leads from the load to single requests where the recording has a trace', () => {
  const load = (isTraced: boolean) =>
    render(
      <InHostFrame
        recording={anAnalysis({
          result: aResult(),
          uploads: [{ id: idOf(20), name: 'Monday', isTraced }],
        })}
      >
        <EvidenceTab />
      </InHostFrame>,
      { search: 'section=load' },
    ).links['watch a request of Monday']
  expect(load(true)).toBe(`/recordings/${idOf(20)}/requests`)
  expect(load(false)).toBeUndefined()
})
