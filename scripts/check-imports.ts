// No cycles: between files, between the folders of the API, between scripts, e2e and bench. Part of
// `npm run lint`; the arrows between packages are rules in biome.json.
import { cyclesIn, groupedBy, importGraph } from './lib/import-graph.ts'
import { root } from './lib/paths.ts'

const AROUND = ['scripts', 'e2e', 'bench']
const ROOTS = ['apps/api/src', 'apps/web', 'packages', ...AROUND]

const atRunTime = importGraph(root, ROOTS, { types: false })
const all = importGraph(root, ROOTS, { types: true })
/** A file directly in apps/api/src is a folder of its own: it is either below or above the others. */
const apiFolders = groupedBy(all, (file) => file.match(/^apps\/api\/src\/([^/]+)/)?.[1])
const around = groupedBy(all, (file) => AROUND.find((folder) => file.startsWith(`${folder}/`)))

const cycles = [atRunTime, apiFolders, around].flatMap(cyclesIn)
for (const cycle of cycles) console.error(`Cycle: ${cycle.join(' → ')}`)
if (cycles.length > 0) process.exitCode = 1
