import type { SetAside, SourceReport } from './source-report.ts'

const MAX_EXAMPLES = 10

/** What is said of a source that was read in two parts, the second one after the first. */
export function joinReports(first: SourceReport, second: SourceReport): SourceReport {
  const examples = [
    ...first.examples,
    ...second.examples.map((each) => ({ ...each, line: first.lines + each.line })),
  ]
  const times = [first, second].flatMap(({ firstAtEpochSeconds, lastAtEpochSeconds }) =>
    firstAtEpochSeconds === undefined ? [] : [firstAtEpochSeconds, lastAtEpochSeconds!],
  )
  const connections = [first, second].flatMap((each) => each.connections ?? [])
  const setAside: Partial<Record<SetAside, number>> = { ...first.setAside }
  for (const [what, count] of Object.entries(second.setAside ?? {}) as [SetAside, number][])
    setAside[what] = (setAside[what] ?? 0) + count
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  return {
    path: first.path,
    lines: first.lines + second.lines,
    accepted: first.accepted + second.accepted,
    rejected: first.rejected + second.rejected,
    examples: examples.slice(0, MAX_EXAMPLES),
    ...(times.length > 0
      ? { firstAtEpochSeconds: Math.min(...times), lastAtEpochSeconds: Math.max(...times) }
      : {}),
    domains: [...new Set([...first.domains, ...second.domains])].sort(),
    ...(connections.length > 0
      ? {
          connections: {
            requests: sum(connections.map(({ requests }) => requests)),
            reused: sum(connections.map(({ reused }) => reused)),
          },
        }
      : {}),
    ...(Object.keys(setAside).length > 0 ? { setAside } : {}),
    notes: [...new Set([...first.notes, ...second.notes])],
  }
}
