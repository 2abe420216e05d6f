// No cycles: at run time between files, and between the files and folders of any folder, imports of
// types included. Nobody imports past a door: from another app or package, only what the `exports` of
// its package.json name; from bench, only its index, and only in research; from research, nothing. Part
// of `npm run lint`; the arrows between packages are rules in biome.json.
import { cyclesIn, importGraph, levelsOf, pastDoors } from './lib/import-graph.ts'
import { root } from './lib/paths.ts'

const ROOTS = [
  'apps/api/src',
  'apps/cli/src',
  'apps/web',
  'packages',
  'scripts',
  'e2e',
  'bench',
  'research',
]

/** Types of two files may name each other; where a folder is on the way, one is in the wrong room. */
const isFolder = (name: string) => !/\.\w+$/.test(name)

const faults: string[] = []
for (const cycle of cyclesIn(importGraph(root, ROOTS, { types: false }))) {
  faults.push(`Cycle: ${cycle.join(' → ')}`)
}
for (const { folder, graph, because } of levelsOf(importGraph(root, ROOTS, { types: true }))) {
  for (const cycle of cyclesIn(graph, isFolder)) {
    const arrows = cycle.slice(1).map((to, index) => `  ${because(cycle[index]!, to)}`)
    faults.push([`Cycle in ${folder || 'the root'}: ${cycle.join(' → ')}`, ...arrows].join('\n'))
  }
}
for (const way of pastDoors(importGraph(root, ROOTS, { types: true, tests: true }))) {
  faults.push(`Past a door: ${way}`)
}

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
