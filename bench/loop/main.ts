/**
 * Closes the loop on simulated hosts through the functions that ship, next to hosts that are left
 * alone, SandPiper's rule, the paper's procedure, and the best that weights could have done.
 *
 *   tsx bench/loop/main.ts [--family ID]... [--host fluid|twin|sdps]... [--days 1] [--first-seed 1]
 *     [--contender NAME]... [--results FILE] [--json] [--write FILE] [--picture FILE]
 *
 * With --results a run goes on where an earlier one with the same file was stopped, and plays only
 * what is not in it. --write plays nothing and puts tables of all that is kept into a document, and
 * --picture draws one day of a family. Seeds 1 to 20 are for choosing, from 3001 on for showing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { KeptLines } from '../lib/kept-lines.ts'
import { CONTENDERS, Comparison, type Contender, type Result, takesPart } from './compare.ts'
import { drawDay } from './day-picture.ts'
import { FAMILIES, FAMILY_IDS, type FamilyId } from './families.ts'
import { HOST_KINDS, type HostKind, hostKinds } from './host-kinds.ts'
import { markdownTables, showTables } from './show-tables.ts'
import { betweenMarkers } from './write-tables.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    family: { type: 'string', multiple: true, default: [...FAMILY_IDS] },
    host: { type: 'string', multiple: true, default: ['fluid'] },
    contender: { type: 'string', multiple: true, default: [...CONTENDERS] },
    days: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    results: { type: 'string' },
    write: { type: 'string' },
    picture: { type: 'string' },
  },
})

function known<Name extends string>(names: readonly Name[], asked: readonly string[]): Name[] {
  const unknown = asked.filter((each) => !(names as readonly string[]).includes(each))
  if (unknown.length > 0)
    throw new Error(`No ${unknown.join(', ')}; there are ${names.join(', ')}.`)
  return names.filter((each) => asked.includes(each))
}

const families = known(FAMILY_IDS, values.family)
const kinds = known(HOST_KINDS, values.host)
const contenders = known(CONTENDERS, values.contender)
const days = Number(values.days)
const firstSeed = Number(values['first-seed'])
const kept = new KeptLines<Result>(values.results)

async function compare(kind: HostKind, family: FamilyId): Promise<Result[]> {
  const daysPerHost = Math.min(days, FAMILIES[family].mostDays, hostKinds[kind].mostDays)
  const results: Result[] = []
  for (let host = 0; host < Math.ceil(days / daysPerHost); host++) {
    const asked = { family, host: kind, seed: firstSeed + host, days: daysPerHost }
    const isIt = (contender: Contender) => (each: Result) =>
      each.contender === contender &&
      each.family === family &&
      each.host === kind &&
      each.seed === asked.seed &&
      each.days === asked.days
    const comparison = new Comparison(asked, kept.all.find(isIt('nothing'))?.episodes ?? null)
    for (const contender of contenders) {
      if (!takesPart(contender, FAMILIES[family])) continue
      console.error(`${kind}, ${family}, seed ${asked.seed}: ${contender}`)
      results.push(await kept.of(isIt(contender), () => comparison.play(contender)))
    }
  }
  return results
}

if (values.write !== undefined) {
  const document = readFileSync(values.write, 'utf8')
  writeFileSync(values.write, betweenMarkers(document, 'loop', markdownTables(kept.all)))
} else if (values.picture !== undefined) {
  writeFileSync(values.picture, await drawDay(families[0]!, kinds[0]!, firstSeed))
} else {
  const results: Result[] = []
  for (const kind of kinds) {
    for (const family of families) {
      if (hostKinds[kind].plays(FAMILIES[family])) results.push(...(await compare(kind, family)))
    }
  }
  console.log(values.json ? JSON.stringify(results, null, 2) : showTables(results))
}
