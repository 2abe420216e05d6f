import { describe, expect, it } from 'vitest'
import { cyclesIn, groupedBy, importsIn } from './import-graph.ts'

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

  it('between folders are not those within one', () => {
    const graph = graphOf({
      'hosts/a.ts': ['hosts/b.ts', 'jobs/c.ts'],
      'hosts/b.ts': ['hosts/a.ts'],
      'jobs/c.ts': ['jobs/d.ts'],
      'jobs/d.ts': ['hosts/b.ts'],
      'main.ts': ['hosts/a.ts'],
    })
    const folderOf = (file: string) => file.match(/^(.+)\//)?.[1]
    expect(cyclesIn(groupedBy(graph, folderOf))).toEqual([['hosts', 'jobs', 'hosts']])
  })
})
