import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What each node imports, itself left out. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`, as the formatter writes them. */
const IMPORTS =
  /^(?:import|export)(?<types> type)? [^;'"]*?from '(?<from>[^']+)'|\bimport(?: |\()'(?<bare>[^']+)'/gm

/** What is generated or installed is not ours to order. */
const NOT_OURS = /(^|\/)(node_modules|generated|fixtures|\.next)\//
/** Tests may reach for anything behind the same door. */
const OF_TESTS = /\.(test|spec|fixture)\.tsx?$|(^|\/)testing\//

/**
 * The relative imports of the sources below `roots`, as paths relative to `base`; `tests` adds those
 * of tests and of what they share. Imports of types alone count only with `types`: they cost nothing
 * at run time, but they are knowledge.
 */
export function importGraph(
  base: string,
  roots: readonly string[],
  { types, tests = false }: { types: boolean; tests?: boolean },
): ImportGraph {
  const files = roots.flatMap((root) =>
    readdirSync(path.join(base, root), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(root, name.replaceAll(path.sep, '/')))
      .filter((file) => /\.tsx?$/.test(file) && !NOT_OURS.test(file))
      .filter((file) => tests || !OF_TESTS.test(file)),
  )
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(base, file), 'utf8')
      return [file, new Set(importsIn(text, types).map((name) => resolve(file, name)))]
    }),
  )
}

/** The relative imports in a source text, as they are written. */
export function importsIn(text: string, types: boolean): string[] {
  return [...text.matchAll(IMPORTS)].flatMap(({ groups }) => {
    const name = groups!.from ?? groups!.bare!
    return name.startsWith('.') && (types || !groups!.types) ? [name] : []
  })
}

function resolve(file: string, name: string): string {
  return path.posix.join(path.posix.dirname(file), name)
}

/** The imports between the files and folders that lie directly in one folder. */
export interface Level {
  /** Relative to `base`; empty for the uppermost one. */
  folder: string
  graph: ImportGraph
  /** An import behind an arrow of the graph, as `from → to`. */
  because(from: string, to: string): string
}

/** The same imports folder by folder, each where the ways to the two files part. */
export function levelsOf(graph: ImportGraph): Level[] {
  const levels = new Map<string, Map<string, Map<string, string>>>()
  for (const [file, imports] of graph) {
    for (const imported of imports) {
      const { folder, from, to } = parting(file, imported)
      if (from === to) continue
      const level = levels.get(folder) ?? new Map()
      levels.set(folder, level)
      const arrows = level.get(from) ?? new Map()
      level.set(from, arrows)
      if (!arrows.has(to)) arrows.set(to, `${file} → ${imported}`)
    }
  }
  return [...levels].map(([folder, arrows]) => ({
    folder,
    graph: new Map([...arrows].map(([from, to]) => [from, new Set(to.keys())])),
    because: (from, to) => arrows.get(from)!.get(to)!,
  }))
}

/** The innermost folder that holds both files, and which of its entries each is or lies in. */
function parting(file: string, imported: string): { folder: string; from: string; to: string } {
  const [one, other] = [file.split('/'), imported.split('/')]
  const last = Math.min(one.length, other.length) - 1
  let depth = 0
  while (depth < last && one[depth] === other[depth]) depth++
  return { folder: one.slice(0, depth).join('/'), from: one[depth]!, to: other[depth]! }
}

/**
 * The imports of another app or package that name a file of it instead of one of its `exports`, those
 * of bench that miss its door, and all of research.
 */
export function pastDoors(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    [...imports]
      .filter((imported) => houseOf(imported) !== null && houseOf(imported) !== houseOf(file))
      .filter((imported) => !(imported === BENCH_DOOR && houseOf(file) === 'research'))
      .map((imported) => `${file} → ${imported}`),
  )
}

/** Bench is no package that could be asked for by its name, so its door is a file. */
const BENCH_DOOR = 'bench/index.ts'

function houseOf(file: string): string | null {
  return file.match(/^(?:(?:apps|packages)\/[^/]+|bench|research)(?=\/)/)?.[0] ?? null
}

/**
 * A shortest cycle through every node that lies on one: `a → b → a` as `[a, b, a]`, each once.
 * @param through false for nodes whose cycles are none to tell of
 */
export function cyclesIn(
  graph: ImportGraph,
  through: (node: string) => boolean = () => true,
): string[][] {
  const found = new Map<string, string[]>()
  for (const node of [...graph.keys()].filter(through).sort()) {
    const cycle = shortestCycle(graph, node)
    const key = [...new Set(cycle)].sort().join('\n')
    if (cycle && !found.has(key)) found.set(key, cycle)
  }
  return [...found.values()]
}

function shortestCycle(graph: ImportGraph, start: string): string[] | undefined {
  const ways = new Map([[start, [start]]])
  for (const [node, way] of ways) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...way, start]
      if (!ways.has(next)) ways.set(next, [...way, next])
    }
  }
  return undefined
}
