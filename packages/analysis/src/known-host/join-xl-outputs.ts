import type { Contradiction, Fact } from './host-facts.ts'
import { type DomainTestimony, factsOf, type Testimony } from './host-testimony.ts'

/** Saved output of xl that the operator did not exclude, as far as it describes the host. */
export interface SavedXlOutput {
  path: string
  output: {
    statements: readonly {
      id: number
      name: string
      weight: number | null
      cap: number | null
      vCpus: number | null
      /** Absent where xl prints none, and from what an earlier version stored. */
      uuid?: string | null
    }[]
    schedulers: readonly string[]
    timeSlicesMs: readonly number[]
    rateLimitsUs: readonly number[]
    pCpus: number | null
    xenVersion: string | null
  }
}

interface Located<T> {
  value: T
  path: string
}

/** More than is ever saved in practice; each output can hold a thousand domains. */
const MAX_OUTPUTS = 64

/**
 * Several saved outputs date from different moments, and none of them says which one applies. So
 * what they all agree on is a fact, and a value on which they differ is dropped.
 */
export function joinXlOutputs(all: readonly SavedXlOutput[]): {
  testimony: Testimony
  contradictions: Contradiction[]
  nameByUuid: ReadonlyMap<string, Fact<string>>
} {
  const saved = all.slice(0, MAX_OUTPUTS)
  const contradictions: Contradiction[] = []
  const agreed = <T extends string | number>(
    said: readonly Located<T | null>[],
    about: Contradiction['about'],
  ): Fact<T> | null => {
    const versions = versionsOf(said)
    if (versions.length <= 1) return factOf(versions)
    contradictions.push({ about, versions })
    return null
  }
  const statements = saved.flatMap(({ path, output }) =>
    output.statements.map((statement) => ({ path, ...statement })),
  )
  const nameById = new Map<number, Fact<string>>()
  const nameByUuid = new Map<string, Fact<string>>()
  for (const [uuid, group] of Map.groupBy(statements, (statement) => statement.uuid ?? null)) {
    const names = versionsOf(group.map(({ name, path }) => ({ value: name, path })))
    // A domain that was renamed has no name that both files agree on.
    const name = names.length === 1 ? factOf(names) : null
    if (uuid !== null && name) nameByUuid.set(uuid, name)
  }
  const numbered = statements.filter(({ id }) => id >= 0)
  for (const [id, group] of Map.groupBy(numbered, (statement) => statement.id)) {
    const names = group.map(({ name, path }) => ({ value: name, path }))
    const name = agreed(names, { what: 'name', id })
    if (name) nameById.set(id, name)
  }
  const domains = new Map<string, DomainTestimony>()
  for (const [domain, group] of Map.groupBy(statements, (statement) => statement.name)) {
    // Where `xe` prints none, it is -1.
    const ids = versionsOf(group.flatMap(({ id, path }) => (id < 0 ? [] : [{ value: id, path }])))
    const weights = group.map(({ weight, path }) => ({ value: weight, path }))
    const caps = group.map(({ cap, path }) => ({ value: cap, path }))
    const vCpus = group.map((each) => ({ value: each.vCpus, path: each.path }))
    domains.set(domain, {
      // A domain that was restarted has had several numbers, all of them its own.
      xenId: ids.length === 1 ? factOf(ids) : null,
      weight: agreed(weights, { what: 'weight', domain }),
      cap: agreed(caps, { what: 'cap', domain }),
      vCpus: agreed(vCpus, { what: 'vCpus', domain }),
    })
  }
  const said = <T>(pick: (output: SavedXlOutput['output']) => readonly T[]): Located<T>[] =>
    saved.flatMap(({ path, output }) => pick(output).map((value) => ({ value, path })))
  const testimony = {
    scheduler: agreed(
      said(({ schedulers }) => schedulers),
      { what: 'scheduler' },
    ),
    tsliceMs: agreed(
      said(({ timeSlicesMs }) => timeSlicesMs),
      { what: 'tsliceMs' },
    ),
    ratelimitUs: agreed(
      said(({ rateLimitsUs }) => rateLimitsUs),
      { what: 'ratelimitUs' },
    ),
    xenVersion: agreed(
      said(({ xenVersion }) => [xenVersion]),
      { what: 'xenVersion' },
    ),
    pCpus: agreed(
      said(({ pCpus }) => [pCpus]),
      { what: 'pCpus' },
    ),
    nameById,
    domains,
  }
  return { testimony, contradictions, nameByUuid }
}

/** Each distinct value once, with the first file that contains it. */
function versionsOf<T>(said: readonly Located<T | null>[]): Located<T>[] {
  const versions = new Map<T, Located<T>>()
  for (const { value, path } of said)
    if (value !== null && !versions.has(value)) versions.set(value, { value, path })
  return [...versions.values()]
}

function factOf<T>([only]: readonly Located<T>[]): Fact<T> | null {
  return only ? factsOf({ kind: 'xl-output', path: only.path })(only.value) : null
}
