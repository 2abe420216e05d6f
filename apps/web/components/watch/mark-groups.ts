import type { HostMark } from '@steelyard/contract'
import type { Span } from '../../lib/span.ts'

type Kind = HostMark['kind']

/** The marks of a chart over time: what lasted, and what happened at a moment. */
export interface MarkGroup {
  spans: ({ key: string; kind: Kind } & Span)[]
  moments: { key: string; kind: Kind; at: number }[]
}

/** Kinds that last: one without an end goes on. */
const LASTING: readonly Kind[] = ['hotspot', 'gap']

/** Marks as a chart draws them, cut to its range. Marks that look the same at one instant are one. */
export function markGroup(marks: readonly HostMark[], range: Span): MarkGroup {
  const spans = new Map<string, MarkGroup['spans'][number]>()
  const moments = new Map<string, MarkGroup['moments'][number]>()
  for (const { at, to, kind } of marks) {
    const key = `${kind} ${at} ${to}`
    const from = Math.max(Date.parse(at), range.from)
    if (to === null && !LASTING.includes(kind)) moments.set(key, { key, kind, at: from })
    else {
      const end = Math.min(to === null ? range.to : Date.parse(to), range.to)
      if (end > from) spans.set(key, { key, kind, from, to: end })
    }
  }
  return { spans: [...spans.values()], moments: [...moments.values()] }
}

/** Marks so close to each other that they share a button, with its place on the axis from 0 to 1. */
export interface MarkCluster {
  place: number
  marks: HostMark[]
}

/** @param buttons so many find room beside each other, so that no two overlap */
export function markClusters(
  marks: readonly HostMark[],
  { from, to }: Span,
  buttons: number,
): MarkCluster[] {
  const clusters: MarkCluster[] = []
  for (const mark of marks) {
    const place = Math.min(1, Math.max(0, (Date.parse(mark.at) - from) / (to - from)))
    const last = clusters.at(-1)
    if (last && place - last.place < 1 / buttons) last.marks.push(mark)
    else clusters.push({ place, marks: [mark] })
  }
  return clusters
}
