import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { importGraph } from '../../../../scripts/lib/import-graph.ts'
import { root } from '../../../../scripts/lib/paths.ts'
import { modules } from '../modules.ts'
import type { Route } from './define-route.ts'
import type { RouteCost } from './route-cost.ts'

const routes = modules.flatMap(({ routes: its }) => its)

/** Costs that follow from what an operation answers. */
function costOf({ endpoint, options }: Route): RouteCost {
  if (options.cost) return options.cost
  if (endpoint.produces === 'text/event-stream')
    return {
      growsWith: 'how long the client stays',
      runsIn: 'the API, which waits',
      bounds: '50 for one person; cut off at 256 KiB unread',
    }
  if (answersWithJob(endpoint))
    return { growsWith: 'what the job is about', runsIn: 'a job', bounds: 'its queue' }
  return {
    growsWith: 'its own input',
    runsIn: 'the API',
    bounds: isPaged(endpoint) ? 'its schema; a page of rows' : 'its schema',
  }
}

const answersWithJob = ({ response }: Endpoint) =>
  response instanceof z.ZodObject && 'job' in response.shape

const isPaged = ({ query }: Endpoint) => query instanceof z.ZodObject && 'limit' in query.shape

it('every route is in the table of what it costs', async () => {
  const rows = routes.map((route) => {
    const { id, method, path: its } = route.endpoint
    const { growsWith, runsIn, bounds } = costOf(route)
    return `| ${id} | \`${method} ${its}\` | ${growsWith} | ${runsIn} | ${bounds} |`
  })
  const table = [
    '# What the routes of the API cost',
    '',
    'Nothing whose cost its caller chooses runs in the process that answers requests. This table has every operation: what its cost grows with, where it runs, and what bounds it. `apps/api/src/http/route-costs.test.ts` writes it, and proves that inputs are bounded and that the process of the API calls nothing that reads, solves or simulates.',
    '',
    '| operation | address | cost grows with | runs in | bounds |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'Besides these, files arrive by tus: their bytes go to the disk as they come, within the [limits](security.md#limits).',
    '',
  ].join('\n')
  await expect(table).toMatchFileSnapshot(path.join(root, 'docs/reference/route-costs.md'))
})

it('no input of a route is without bounds, apart from the 1 MiB of a body', () => {
  const parts = routes.flatMap(({ endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part]
      if (!schema || schema instanceof z.ZodNever) return []
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return unboundedIn(json, `${endpoint.id}.${part}`)
    }),
  )
  // What authenticators add to an assertion is not looked at.
  expect(parts.filter((each) => !each.includes('clientExtensionResults'))).toEqual([])
})

type JsonSchema = Record<string, unknown>

function unboundedIn(schema: unknown, where: string): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const its = schema as JsonSchema
  const own =
    (its.type === 'array' && its.maxItems === undefined && !its.prefixItems) ||
    (its.type === 'string' && !isBoundedText(its)) ||
    (its.type === 'object' && typeof its.additionalProperties === 'object' && !its.maxProperties)
  const inner = Object.entries(its).flatMap(([key, value]) => unboundedIn(value, `${where}.${key}`))
  return own ? [where, ...inner] : inner
}

/** A pattern bounds a text if it is anchored and has no open repetition. */
function isBoundedText({ maxLength, format, enum: values, const: value, pattern }: JsonSchema) {
  if (maxLength !== undefined || format || values || value !== undefined) return true
  return (
    typeof pattern === 'string' &&
    /^\^.*\$$/s.test(pattern) &&
    !/[*+]|\{\d+,\}/.test(escaped(pattern))
  )
}

/** Without the contents of classes, in which these signs are letters. */
const escaped = (pattern: string) => pattern.replace(/\[(?:\\.|[^\]])*\]/g, 'x')

/**
 * What the process of the API calls of the packages that read traces, estimate, solve and simulate.
 * Each takes as long as a small input of its own, or is a table or a class of errors. Whatever else
 * such a package can do belongs into a job or a thread, which names its module and imports it there.
 */
const CHEAP: Record<string, readonly string[]> = {
  '@steelyard/analysis': [
    'CATALOGUE',
    'LEAST_GAIN',
    'PREDICTION_SEEDS',
    'QuestionError',
    'askHost', // what one what-if question changes, of at most 64 domains
    'cardOf',
    'factsOf', // of the first lines of saved xl output
    'findEstimator',
    'isForecaster',
    'medianErrorOf', // of the errors of one analysis, as of all that follows for its words
    'knownHost', // joins what is known of the domains of one host
    'vCpusIn', // of the domains of one host
  ],
  '@steelyard/loop': [
    'MINUTE_SECONDS',
    'SAME_SHARE',
    'gainOfRelief', // of one relief
    'hindrancesNow',
    'kindOf',
    'loopPolicyOf',
    'minuteOf',
    'misses',
    'nextCapsStep', // of one host
    'stillHeld',
    'wallClock',
  ],
  '@steelyard/model': [
    'DOMAIN0_NAME',
    'ESTIMATOR_IDS',
    'ModelInputError',
    'STATISTICS',
    'advicePolicy', // of three readings
    'byStatistic', // of three
    'errata',
    'fitUsl', // to at most 100 points: 6 ms
    'keepsEveryTarget',
    'realTimeCaps', // of at most 32 real-time domains and 64 others: 10 ms
    'schedulability',
    'secondsByStatistic', // of three
    'throughputAt',
    'valueFor',
  ],
  '@steelyard/simulator': ['TwinError'],
  '@steelyard/solver': ['worstOverTarget'], // of the domains of one host
  '@steelyard/traces': [
    'EXPECTED_FORMATS',
    'MOST_IN_FLIGHT',
    'QUANTILES',
    'Sketch', // of the windows of one host that are followed
    'TraceError',
    'contentOnDisk', // which is asked for the bytes of no file here: they are read in threads and jobs
    'findFormat',
    'formatOf',
    'mergeObservations',
    'visible',
  ],
}

it('the process of the API calls nothing of the packages but what is cheap whatever it is given', () => {
  const called = Object.fromEntries(Object.keys(CHEAP).map((name) => [name, new Set<string>()]))
  // Whatever is shown is put into words.
  const files = [
    ...filesFrom('apps/api/src/main-api.ts'),
    ...filesFrom('packages/words/src/index.ts'),
  ]
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const { groups } of text.matchAll(
      /^(?:import|export) (?<what>[^;']*?) from '(?<from>@steelyard\/[^'/]+)[^']*'/gms,
    ))
      for (const name of valuesIn(groups!.what!)) called[groups!.from!]?.add(name)
  }
  expect(
    Object.fromEntries(Object.entries(called).map(([name, its]) => [name, [...its].sort()])),
  ).toEqual(Object.fromEntries(Object.entries(CHEAP).map(([name, its]) => [name, its.toSorted()])))
})

function filesFrom(start: string): Set<string> {
  const graph = importGraph(root, ['apps/api/src', 'packages/words/src'], { types: false })
  const reached = new Set([start])
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next)
  return new Set([...reached].filter((file) => graph.has(file)))
}

function valuesIn(what: string): string[] {
  if (what.startsWith('type ')) return []
  if (!what.startsWith('{')) return [what]
  return what
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}
