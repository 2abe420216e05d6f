// `npm run mutate` changes the code in small ways, one at a time, and counts how many of these
// mutants the tests notice. `npm run mutate -- packages/model/src/sdps` does a folder or a file.
import path from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { type MutatedPart, mutatedParts, partOf } from './lib/mutation/parts.ts'
import { inRoot } from './lib/paths.ts'

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const LEAST_SCORE = 0.85

const asked = process.argv.slice(2).map((given) => given.replace(/\/$/, ''))
const wanted = asked.length > 0 ? asked : mutatedParts.map(({ source }) => source)

const lines: string[] = []
for (const target of wanted) {
  const part = partOf(target)
  if (!part) {
    const known = mutatedParts.map(({ source }) => source).join(', ')
    console.error(`"${target}" is not mutated; these are: ${known}.`)
    process.exit(2)
  }
  const { detected, valid } = await mutate(part, target)
  const score = detected / valid
  lines.push(`${target}: ${(100 * score).toFixed(1)} % (${detected} of ${valid} mutants noticed)`)
  if (!(score >= LEAST_SCORE)) process.exitCode = 1
}
console.log(lines.join('\n'))

async function mutate(part: MutatedPart, target: string) {
  process.env.STEELYARD_MUTATED_PART = part.source // for vitest.mutate.config.ts
  const name = part.source.replaceAll('/', '-')
  const stryker = new Stryker({
    mutate: target.endsWith('.ts')
      ? [target]
      : [`${target}/**/*.ts`, `!${target}/**/*.{test,fixture}.ts`],
    ignorePatterns: ['/samples', '/docs', '/e2e', '/bench'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutate.config.ts' },
    coverageAnalysis: 'perTest',
    ignoreStatic: true, // what runs while a module loads would need all tests anew for each mutant
    concurrency: part.database ? 1 : 2,
    timeoutMS: 20_000, // a busy machine is no endless loop
    incremental: true,
    incrementalFile: `node_modules/.cache/mutate/${name}.json`,
    reporters: ['clear-text', 'progress-append-only', 'html'],
    htmlReporter: { fileName: `coverage/mutation/${name}.html` },
    clearTextReporter: { allowColor: false, reportTests: false },
    tsconfigFile: 'none.json', // Stryker would read it by an interface that TypeScript 7 lacks
    disableTypeChecks: false,
    allowConsoleColors: false,
  })
  const results = (await stryker.runMutationTest()).filter((result) => isIn(target, result))
  const count = (...states: MutantResult['status'][]) =>
    results.filter(({ status }) => states.includes(status)).length
  const detected = count('Killed', 'Timeout')
  return { detected, valid: detected + count('Survived', 'NoCoverage') }
}

/** The incremental file remembers mutants of the part's other files too. */
function isIn(target: string, { fileName }: MutantResult): boolean {
  return !path.relative(inRoot(target), fileName).startsWith('..')
}
