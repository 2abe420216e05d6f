import { readFileSync } from 'node:fs'

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
  templating: { list: { query: string | { query: string } }[] }
}

/** The queries of a Grafana dashboard, with a value in the place of each of its variables. */
export function dashboardQueries(file: string): string[] {
  return read(file)
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .map(filledIn)
}

/** From which series a Grafana dashboard takes the hosts and domains to choose from. */
export function dashboardVariables(file: string): { series: string; label: string }[] {
  return read(file).templating.list.flatMap(({ query }) => {
    if (typeof query === 'string') return []
    const [, series, label] = /^label_values\((.*), (\w+)\)$/.exec(query.query)!
    return [{ series: filledIn(series!), label: label! }]
  })
}

function read(file: string): Dashboard {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function filledIn(expression: string): string {
  return expression.replaceAll(/\$(host|domain)\b/g, '.*')
}
