import { describe, expect, it } from 'vitest'
import { cyclesIn, importsIn, levelsOf, pastDoors } from './import-graph.ts'

const graphOf = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([node, imports]) => [node, new Set(imports)]))

describe('the imports in a text', () => {
  const text = [
    "import type { A } from './a.ts'",
    "import { b, type B } from '../b.ts'",
    'import {',
    '  c,',
    "} from './c.ts'",
    "export * from './d.ts'",
    "export type { E } from './e.ts'",
    "import './f.css'",
    "const g = await import('./g.ts')",
    "import { readFileSync } from 'node:fs'",
    "const from = './no-import.ts'",
  ].join('\n')

  it('are the relative ones, of every form', () => {
    expect(importsIn(text, true)).toEqual([
      './a.ts',
      '../b.ts',
      './c.ts',
      './d.ts',
      './e.ts',
      './f.css',
      './g.ts',
    ])
  })

  it('can be told without those of types alone', () => {
    expect(importsIn(text, false)).toEqual(['../b.ts', './c.ts', './d.ts', './f.css', './g.ts'])
  })
})

describe('cycles', () => {
  it('are found once each, by their shortest way', () => {
    const graph = graphOf({ a: ['b', 'x'], b: ['c'], c: ['a'], x: ['y'], y: ['x'], z: ['a'] })
    expect(cyclesIn(graph)).toEqual([
      ['a', 'b', 'c', 'a'],
      ['x', 'y', 'x'],
    ])
  })

  it('are none among nodes that only import downwards', () => {
    expect(cyclesIn(graphOf({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([])
  })

  it('can be asked of some nodes alone', () => {
    const graph = graphOf({ a: ['b'], b: ['a'], x: ['y'], y: ['x'] })
    expect(cyclesIn(graph, (node) => node > 'b')).toEqual([['x', 'y', 'x']])
  })
})

describe('the levels of a graph', () => {
  const levels = levelsOf(
    graphOf({
      'hosts/a.ts': ['hosts/b.ts', 'jobs/c.ts'],
      'hosts/b.ts': ['hosts/a.ts'],
      'jobs/c.ts': ['jobs/queue/d.ts'],
      'jobs/queue/d.ts': ['hosts/b.ts', 'jobs/c.ts', 'jobs/rows/e.ts'],
      'main.ts': ['hosts/a.ts'],
    }),
  )

  it('hold each import in the folder where the ways to its two files part', () => {
    expect(levels.map(({ folder, graph }) => [folder, graph])).toEqual([
      ['hosts', graphOf({ 'a.ts': ['b.ts'], 'b.ts': ['a.ts'] })],
      ['', graphOf({ hosts: ['jobs'], jobs: ['hosts'], 'main.ts': ['hosts'] })],
      ['jobs', graphOf({ 'c.ts': ['queue'], queue: ['c.ts', 'rows'] })],
    ])
  })

  it('name an import behind each arrow', () => {
    expect(levels[1]!.because('jobs', 'hosts')).toBe('jobs/queue/d.ts → hosts/b.ts')
  })
})

describe('imports past a door', () => {
  it('are those of a file of another app or package', () => {
    const graph = graphOf({
      'packages/model/src/a.ts': ['packages/model/src/load/b.ts', 'packages/xen/src/c.ts'],
      'apps/web/page.tsx': ['apps/web/lib/d.ts', 'apps/api/src/e.ts'],
      'bench/main.ts': ['bench/lib/f.ts', 'packages/model/src/a.ts', 'scripts/g.ts'],
    })
    expect(pastDoors(graph)).toEqual([
      'packages/model/src/a.ts → packages/xen/src/c.ts',
      'apps/web/page.tsx → apps/api/src/e.ts',
      'bench/main.ts → packages/model/src/a.ts',
    ])
  })

  it('are those of bench that miss its door, and all of research', () => {
    const graph = graphOf({
      'bench/index.ts': ['bench/lib/a.ts'],
      'research/accuracy/main.ts': ['research/b.ts', 'bench/index.ts', 'bench/lib/a.ts'],
      'scripts/c.ts': ['bench/index.ts'],
      'bench/d.ts': ['research/b.ts'],
      'e2e/e.ts': ['research/b.ts'],
    })
    expect(pastDoors(graph)).toEqual([
      'research/accuracy/main.ts → bench/lib/a.ts',
      'scripts/c.ts → bench/index.ts',
      'bench/d.ts → research/b.ts',
      'e2e/e.ts → research/b.ts',
    ])
  })
})
