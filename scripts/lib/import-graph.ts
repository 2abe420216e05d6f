import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What each node imports, itself left out. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`, as the formatter writes them. */
const IMPORTS =
  /^(?:import|export)(?<types> type)? [^;'"]*?from '(?<from>[^']+)'|\bimport(?: |\()'(?<bare>[^']+)'/gm

/** Tests may reach for anything; what is generated or installed is not ours to order. */
const LEFT_OUT =
  /\.(test|spec|fixture)\.tsx?$|(^|\/)(node_modules|generated|testing|fixtures|\.next)\//

/**
 * The relative imports of the production sources below `roots`, as paths relative to `base`. Imports
 * of types alone count only with `types`: they cost nothing at run time, but they are knowledge.
 */
export function importGraph(
  base: string,
  roots: readonly string[],
  { types }: { types: boolean },
): ImportGraph {
  const files = roots.flatMap((root) =>
    readdirSync(path.join(base, root), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(root, name.replaceAll(path.sep, '/')))
      .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file)),
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

/** The same imports between coarser nodes, such as folders; files without a node are left out. */
export function groupedBy(
  graph: ImportGraph,
  nodeOf: (file: string) => string | undefined,
): ImportGraph {
  const grouped = new Map<string, Set<string>>()
  for (const [file, imports] of graph) {
    const from = nodeOf(file)
    if (from === undefined) continue
    const into = grouped.get(from) ?? new Set()
    grouped.set(from, into)
    for (const each of imports) {
      const to = nodeOf(each)
      if (to !== undefined && to !== from) into.add(to)
    }
  }
  return grouped
}

/** A shortest cycle through every node that lies on one: `a → b → a` as `[a, b, a]`, each once. */
export function cyclesIn(graph: ImportGraph): string[][] {
  const found = new Map<string, string[]>()
  for (const node of [...graph.keys()].sort()) {
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
