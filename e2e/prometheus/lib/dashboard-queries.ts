import { readFileSync } from 'node:fs'

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** The queries of a Grafana dashboard, with a value in the place of each of its variables. */
export function dashboardQueries(file: string): string[] {
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
  return panels
    .flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll(/\$(host|domain)\b/g, '.*'))
}
