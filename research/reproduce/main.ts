/**
 * `npm run reproduce` compares the published results of the five papers with Steelyard's.
 *
 *   npm run reproduce -- [paper0 paper1 ...] [--json] [--write FILE]
 *
 * Without a name it runs all papers. --write makes research/reports/PAPERS.md, which needs all of
 * them.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { papers } from './papers.ts'
import type { Reproduction } from './reproduction.ts'
import { showReproduction } from './show-reproduction.ts'
import { writePapers } from './write-papers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, write: { type: 'string' } },
})

async function main(): Promise<void> {
  const unknown = positionals.filter((name) => !(name in papers))
  if (unknown.length > 0 || (values.write !== undefined && positionals.length > 0)) {
    const what =
      unknown.length > 0 ? `No such paper: ${unknown.join(', ')}.` : 'No name with --write.'
    console.error(`${what} There are ${Object.keys(papers).join(', ')}.`)
    process.exitCode = 1
    return
  }
  const reproductions: Reproduction[] = []
  for (const name of positionals.length > 0 ? positionals : Object.keys(papers)) {
    console.error(`Reproducing ${name}`)
    reproductions.push(await papers[name]!())
  }
  if (values.write !== undefined) await writeFile(values.write, writePapers(reproductions))
  else if (values.json) console.log(JSON.stringify(reproductions, null, 2))
  else console.log(reproductions.map(showReproduction).join('\n\n\n'))
}

await main()
