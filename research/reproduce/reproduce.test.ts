import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ms, msList, offBy, percent } from './figures.ts'
import { statusOf } from './judge.ts'
import { papers } from './papers.ts'
import type { ReproductionRow, Status } from './reproduction.ts'
import { showReproduction, statuses, tally } from './show-reproduction.ts'
import { pathsOf, writePapers } from './write-papers.ts'

const root = path.join(import.meta.dirname, '../..')
const reports = path.join(root, 'research/reports')

const row = (more: Partial<ReproductionRow>): ReproductionRow => ({
  where: 'eq (1)',
  published: '1 ms',
  ours: '2 ms',
  difference: '+100 %',
  status: 'partly',
  implementedIn: 'packages/model/src/estimators/delay-aware/delay-aware.ts',
  why: 'so',
  ...more,
})

test('figures have three significant digits and their unit', () => {
  expect(ms(0.0066)).toBe('6.60 ms')
  expect(ms(0)).toBe('0 ms')
  expect(msList([0.01234, Number.POSITIVE_INFINITY])).toBe('12.3 / ∞ ms')
  expect(percent(0.0375)).toBe('3.75 %')
  expect(offBy(9, 10)).toBe('−10.0 %')
  expect(offBy(12, 10)).toBe('+20.0 %')
})

test('rows are counted by how they ended', () => {
  const rows = [row({}), row({ status: 'reproduced' }), row({})]
  expect(tally(rows)).toEqual({
    reproduced: 1,
    partly: 2,
    'not reproduced': 0,
    implemented: 0,
    'not applicable': 0,
  })
  expect(showReproduction({ paper: 'paper9', title: 'T', known: '', rows })).toContain(
    '1 reproduced, 2 partly',
  )
})

test('no text breaks out of its cell', () => {
  const nasty = row({ why: 'a | b\nc *d* <e>', implementedIn: 'bench/run.ts, packages/model' })
  const text = writePapers([{ paper: 'paper9', title: 'Nine', known: 'More.', rows: [nasty] }])
  const line = text.split('\n').find((each) => each.startsWith('| eq (1)'))!
  expect(line).toContain('a \\| b c \\*d\\* \\<e>')
  expect(line).toContain('[run.ts](../../bench/run.ts), [model](../../packages/model)')
  expect(line.replaceAll('\\|', '').split('|')).toHaveLength(9)
})

/** The status that follows from the column "difference", by the rules of the document. */
function statusBy(difference: string): Status {
  const answers = [...difference.matchAll(/: (yes|no|undetermined)(?=;|$)/g)].map(
    ([, each]) => each,
  )
  if (answers.length > 0) {
    return statusOf(answers.filter((each) => each === 'yes').length, answers.length)
  }
  const guesses = /^holds under (\d+) of (\d+) guesses$/.exec(difference)
  if (guesses) return statusOf(Number(guesses[1]), Number(guesses[2]))
  if (/(^|; )nothing missing$/.test(difference)) return 'implemented'
  return /(^|; )missing: /.test(difference) ? 'partly' : 'not applicable'
}

describe('research/reports/PAPERS.md', () => {
  const document = readFileSync(path.join(reports, 'PAPERS.md'), 'utf8')
  const rows = document
    .slice(document.indexOf('<a id='))
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter((cells) => cells.length === 9 && statuses.some((status) => status === cells[5]))

  test('has a section for every paper', () => {
    for (const paper of Object.keys(papers)) expect(document).toContain(`<a id="${paper}"></a>`)
  })

  test('has no empty cell but for code where nothing is to be reproduced', () => {
    expect(rows.length).toBeGreaterThan(50)
    for (const cells of rows) {
      expect(cells.slice(1, 7).filter((cell) => cell === '')).toEqual([])
      if (cells[7] === '') expect(cells[5]).toBe('not applicable')
    }
  })

  test('every status follows from what the row says of the difference', () => {
    for (const [, where, , , difference, status] of rows) {
      expect.soft(`${where}: ${statusBy(difference!)}`).toBe(`${where}: ${status}`)
    }
  })

  test('its overview counts the rows', () => {
    const counted = document.matchAll(/^\| \[Paper \d.*\]\(#paper\d\) \|(.*)\|$/gm)
    const sums = [...counted].map(([, cells]) => cells!.split('|').map(Number))
    expect(sums).toHaveLength(Object.keys(papers).length)
    const totals = ['', ...statuses].map((_, column) =>
      sums.reduce((total, cells) => total + cells[column]!, 0),
    )
    const ofStatus = (status: Status) => rows.filter((cells) => cells[5] === status).length
    expect(totals).toEqual([rows.length, ...statuses.map(ofStatus)])
  })

  test('every file it names exists', () => {
    const files = [...document.matchAll(/\]\((\.\.\/[^)]+)\)/g)].map((match) => match[1]!)
    expect(files.length).toBeGreaterThan(rows.length / 2)
    expect(files.filter((file) => !existsSync(path.join(reports, file)))).toEqual([])
  })
})

test('paper 4 comes out, with code that exists behind every row', async () => {
  const { rows } = await papers.paper4!()
  const missing = rows
    .flatMap(({ implementedIn }) => pathsOf(implementedIn))
    .filter((file) => !existsSync(path.join(root, file)))
  expect(missing).toEqual([])
  const xen = rows.find(({ where }) => where.startsWith('fig 1, Xen, 3 to 4 jobs'))!
  expect(xen.ours).toMatch(/^twin \+0\.\d+ %/)
})
