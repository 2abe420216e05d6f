import { DomainName } from '@steelyard/contract'
import type { XlOutput } from '@steelyard/xen'
import { type DomainTestimony, type Fact, factsOf, type Testimony } from './host-testimony.ts'

/** Saved output of xl that the operator did not leave out. */
export interface SavedXlOutput {
  path: string
  output: XlOutput
}

/** What saved outputs say differently. */
export interface Contradiction {
  about:
    | { what: 'scheduler' | 'pCpus' }
    | { what: 'name'; id: number }
    | { what: 'weight' | 'cap'; domain: string }
  text: string
}

interface Located<T> {
  value: T
  path: string
}

/** More than anybody saves; each can hold a thousand domains. */
const MAX_OUTPUTS = 64

/**
 * Several saved outputs tell of several moments, and which of them is the one that counts is not
 * written in them. So what they all agree on is a fact, and where they differ nothing is taken.
 */
export function joinXlOutputs(all: readonly SavedXlOutput[]): {
  testimony: Testimony
  contradictions: Contradiction[]
} {
  const saved = all.slice(0, MAX_OUTPUTS)
  const contradictions: Contradiction[] = []
  const agreed = <T>(
    said: readonly Located<T | null>[],
    about: Contradiction['about'],
    words: string,
  ): Fact<T> | null => {
    const versions = versionsOf(said)
    if (versions.length <= 1) return factOf(versions)
    const told = versions.map(({ value, path }) => `${value} (${path})`)
    contradictions.push({
      about,
      text: `Saved outputs of xl differ in ${words}: ${told.join(', ')}.`,
    })
    return null
  }
  const statements = saved.flatMap(({ path, output }) =>
    output.statements.filter(isStorable).map((statement) => ({ path, ...statement })),
  )
  const nameById = new Map<number, Fact<string>>()
  for (const [id, group] of groupBy(statements, (statement) => statement.id)) {
    const names = group.map(({ name, path }) => ({ value: name, path }))
    const name = agreed(names, { what: 'name', id }, `the name of domain ${id}`)
    if (name) nameById.set(id, name)
  }
  const domains = new Map<string, DomainTestimony>()
  for (const [domain, group] of groupBy(statements, (statement) => statement.name)) {
    const ids = versionsOf(group.map(({ id, path }) => ({ value: id, path })))
    const weights = group.map(({ weight, path }) => ({ value: weight, path }))
    const caps = group.map(({ cap, path }) => ({ value: cap, path }))
    domains.set(domain, {
      // A domain that was restarted has had several numbers, and each is its own.
      xenId: ids.length === 1 ? factOf(ids) : null,
      weight: agreed(weights, { what: 'weight', domain }, `the weight of ${domain}`),
      cap: agreed(caps, { what: 'cap', domain }, `the cap of ${domain}`),
    })
  }
  const schedulers = saved.flatMap(({ path, output }) =>
    output.schedulers.map((value) => ({ value, path })),
  )
  const pCpus = saved.map(({ path, output }) => ({ value: output.pCpus, path }))
  const testimony = {
    scheduler: agreed(schedulers, { what: 'scheduler' }, 'the scheduler'),
    pCpus: agreed(pCpus, { what: 'pCpus' }, 'the number of pCPUs'),
    nameById,
    domains,
  }
  return { testimony, contradictions }
}

/** Each value once, with the first file that says it. */
function versionsOf<T>(said: readonly Located<T | null>[]): Located<T>[] {
  const versions = new Map<T, Located<T>>()
  for (const { value, path } of said)
    if (value !== null && !versions.has(value)) versions.set(value, { value, path })
  return [...versions.values()]
}

function factOf<T>([only]: readonly Located<T>[]): Fact<T> | null {
  return only ? factsOf({ kind: 'xl-output', path: only.path })(only.value) : null
}

/** A name that xl prints may be one that nothing else here could take. */
function isStorable({ name }: { name: string }): boolean {
  return DomainName.safeParse(name).data === name
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
