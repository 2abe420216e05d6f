import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { inRoot } from './lib/paths.ts'
import { notesOf } from './lib/release/notes-of.ts'

// What no run on a forge has shown yet: the workflows call what exists here, and a release is whole.

const read = (file: string) => readFileSync(inRoot(file), 'utf8')
const { version, scripts, workspaces } = JSON.parse(read('package.json'))
const gate = read('.ci/run')
const workflows = readdirSync(inRoot('.github/workflows')).map(
  (name) => [name, read(`.github/workflows/${name}`)] as const,
)

test.each([...workflows, ['.ci/run', gate] as const])('%s calls commands that exist', (_, text) => {
  const called = [...text.matchAll(/(?:npm run(?: --silent)?|^ *\(?run_tests) ([a-z][\w:-]*)/gm)]
  const stages = [...text.matchAll(/bash \.ci\/run ([a-z]+)/g)]
  expect(called.length + text.split('bash .ci/run').length - 1).toBeGreaterThan(0)
  expect(called.filter(([, name]) => !(name! in scripts))).toEqual([])
  for (const [, stage] of stages) expect(gate).toContain(`"$stage" == ${stage}`)
})

test.each(workflows)('%s says that no forge has run it, and is well formed', (_, text) => {
  expect(text).toMatch(/^# .*\bnever run on a forge\b/ms)
  expect(Object.values<{ steps: unknown[] }>(parse(text).jobs)[0]?.steps.length).toBeGreaterThan(1)
})

test('every package and the chart have the version of the product, of which the changelog speaks', () => {
  const folders = (workspaces as string[]).flatMap((each) => {
    const parent = each.replace('/*', '')
    return readdirSync(inRoot(parent)).map((name) => `${parent}/${name}`)
  })
  const { packages } = JSON.parse(read('package-lock.json'))
  const versions = folders.flatMap((folder) => [
    JSON.parse(read(`${folder}/package.json`)).version,
    packages[folder].version,
  ])
  const chart = parse(read('deploy/helm/steelyard/Chart.yaml'))
  expect(new Set([...versions, chart.version, chart.appVersion])).toEqual(new Set([version]))
  expect(notesOf(read('CHANGELOG.md'), version)).toContain('### ')
})
