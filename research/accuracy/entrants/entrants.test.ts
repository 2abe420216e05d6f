import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Run, readRun } from '../recordings/read-run.ts'
import { type Entrant, runEntrant } from './entrant.ts'
import { entrantPredictor } from './entrant-predictor.ts'
import { givenEntrants, registeredEntrants } from './find-entrants.ts'
import { readPredictions } from './question.ts'

const SAMPLE = path.resolve(import.meta.dirname, '../../../samples/paper-table3-equal')

let directory: string
let run: Run
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'entrants-'))
  run = await readRun(SAMPLE)
})
afterAll(() => rm(directory, { recursive: true }))

/**
 * An entrant in JavaScript: `question` and `directory` are in scope, and what it logs is its
 * answer.
 */
async function entrantOf(id: string, script: string): Promise<Entrant> {
  const file = path.join(directory, `${id}.mjs`)
  const begin = `import { readFileSync, readdirSync } from 'node:fs'
const directory = process.argv[2]
const question = JSON.parse(readFileSync(0, 'utf8'))
`
  await writeFile(file, begin + script)
  return {
    id,
    title: id,
    standing: 'made for a test',
    workingDirectory: directory,
    command: `'${process.execPath}' ${id}.mjs`,
  }
}

const ask = (entrant: Entrant, weights = run.phases.map((phase) => phase.weights)) =>
  entrantPredictor(entrant, new Map([[run, SAMPLE]])).predict(run, weights)

describe('the input of an entrant', () => {
  test('has the phases with the weights asked about and the recording without the truth', async () => {
    const spy = await entrantOf(
      'spy',
      `const seen = readdirSync(directory, { recursive: true })
const forbidden = seen.filter((name) => name.includes('client')).length
const ends = question.phases.map((phase) => phase.startSeconds + phase.durationSeconds)
console.log(JSON.stringify({ phases: question.phases.map(({ weights }, index) => ({
  vm1: { meanSeconds: ends[index] },
  vm2: { meanSeconds: weights.vm2 },
  vm3: { meanSeconds: seen.length * 1000 + forbidden },
})) }))`,
    )
    const weights = run.phases.map((phase, index) => ({ ...phase.weights, vm2: 100 + index }))
    const answers = await ask(spy, weights)
    expect(answers.map((phase) => phase.get('vm1')!.mean)).toEqual(
      [30, 60, 90, 120, 150, 180, 210].map((end) => expect.closeTo(end, 6)),
    )
    expect(answers.map((phase) => phase.get('vm2')!.mean)).toEqual([
      100, 101, 102, 103, 104, 105, 106,
    ])
    expect(answers[0]!.get('vm3')!.mean).toBeGreaterThan(5000)
    expect(answers[0]!.get('vm3')!.mean % 1000).toBe(0)
  })

  test('reveals neither the name nor the origin of the recording', async () => {
    const pathOf = await entrantOf('path', 'console.log(directory)')
    const seen: string[] = []
    const spying = { ...pathOf, command: `${pathOf.command} "$1" >&2; exit 3; :` }
    const [first] = await ask(spying)
    seen.push(...run.notes.filter((note) => note.startsWith('path has no answer')))
    expect(first!.size).toBe(0)
    expect(seen.join()).toMatch(/recording$/)
    expect(seen.join()).not.toContain('table3')
  })
})

describe('the answer of an entrant', () => {
  const asked = { phases: 2, domains: ['vm1', 'vm2'] }
  const read = (answer: unknown) =>
    readPredictions(typeof answer === 'string' ? answer : JSON.stringify(answer), 'x on y', asked)
  const phases = (vm1: object) => ({ phases: [{ vm1 }, {}] })

  test('has means, percentiles and intervals, and may omit a domain', () => {
    const interval = { lowSeconds: 0.005, highSeconds: 0.02 }
    const answers = read(phases({ meanSeconds: 0.01, p95Seconds: 0.03, interval }))
    expect(answers).toEqual([new Map([['vm1', { mean: 0.01, p95: 0.03, interval }]]), new Map()])
  })

  test.each([
    ['Loading model...\n{}', 'x on y: answer: no JSON'],
    [phases({ meanSeconds: '0.01' }), 'x on y: phases.0.vm1.meanSeconds: '],
    [phases({ meanSeconds: -1 }), 'x on y: phases.0.vm1.meanSeconds: '],
    [phases({ meanMs: 10 }), 'x on y: phases.0.vm1'],
    [
      phases({ meanSeconds: 1, interval: { lowSeconds: 2, highSeconds: 1 } }),
      'phases.0.vm1.interval: lowSeconds > highSeconds',
    ],
    [{ phases: [{}] }, 'phases: 1 of them, 2 were asked about'],
    [{ phases: [{}, { vm7: { meanSeconds: 1 } }] }, 'phases.1.vm7: no guest of this recording'],
    [[], 'x on y: answer: '],
  ])('%j is refused with its place', (answer, message) => {
    expect(() => read(answer)).toThrow(message)
  })

  test('stops the run when its format is wrong, and becomes a note when it declines', async () => {
    const wrong = await entrantOf('wrong', 'console.log(JSON.stringify({ phases: [] }))')
    await expect(ask(wrong)).rejects.toThrow('wrong on paper-table3-equal: phases: 0 of them')
    const declining = await entrantOf(
      'declining',
      "console.error('a long trace'); console.error('No steady state.'); process.exit(1)",
    )
    expect((await ask(declining)).every((phase) => phase.size === 0)).toBe(true)
    expect(run.notes).toContain('declining has no answer: No steady state.')
  })
})

test('a program that was killed is reported as such', async () => {
  const killed = await entrantOf('killed', "process.kill(process.pid, 'SIGKILL')")
  const command = `exec ${killed.command}`
  await expect(runEntrant({ ...killed, command }, SAMPLE, '{}')).rejects.toThrow(
    'It ended with SIGKILL.',
  )
})

test('entrants on the command line have a name or get one', () => {
  const [named, plain] = givenEntrants(['mine=python3 mine.py --fast=1', 'node other.mjs'])
  expect(named).toMatchObject({ id: 'mine', command: 'python3 mine.py --fast=1' })
  expect(plain).toMatchObject({ id: 'entrant-2', command: 'node other.mjs' })
})

describe('the registry', () => {
  test('says what is wrong with a folder', async () => {
    const registry = path.join(directory, 'registry')
    await mkdir(path.join(registry, 'nameless'), { recursive: true })
    await expect(registeredEntrants(() => {}, registry)).rejects.toThrow('no entrant.json')
    await writeFile(path.join(registry, 'nameless', 'entrant.json'), '{"title": "N"}')
    await expect(registeredEntrants(() => {}, registry)).rejects.toThrow(
      'research/entrants/nameless/entrant.json: standing: ',
    )
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  test.runIf(hasPython)('plain processor sharing is x / (1 - rho)', async () => {
    const answers = await ask({
      id: 'ps',
      title: 'ps',
      standing: '',
      command: 'python3 entrant.py',
      workingDirectory: path.resolve(import.meta.dirname, '../../entrants/processor-sharing'),
    })
    // Every guest slows down by the same factor, so the ratios in a phase equal those of the
    // demands.
    const ratios = answers.map((phase) => phase.get('vm1')!.mean / phase.get('vm3')!.mean)
    for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0]!, 9)
    const [calm, , , , busy] = answers.map((phase) => phase.get('vm1')!.mean)
    expect(calm).toBeGreaterThan(0.0064)
    expect(busy).toBeGreaterThan(5 * calm!)
  })
})
