import { type Host, listHosts } from '@steelyard/contract'
import { UsageFault } from '../faults.ts'
import type { Api } from './connect.ts'

/** All hosts that the token's owner may see. */
export async function everyHost({ call }: Api): Promise<Host[]> {
  const hosts: Host[] = []
  let cursor: string | undefined
  do {
    const { data, meta } = await call(listHosts, { query: { limit: 100, cursor } })
    hosts.push(...data)
    cursor = meta.nextCursor ?? undefined
  } while (cursor)
  return hosts
}

/**
 * A host by its name or id.
 * @throws UsageFault where none, or more than one, is called so
 */
export async function findHost(api: Api, nameOrId: string): Promise<Host> {
  const found = (await everyHost(api)).filter(({ id, name }) => [id, name].includes(nameOrId))
  if (found.length === 0) {
    throw new UsageFault(`No host is called ${nameOrId}. steelyard hosts lists those you may see.`)
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new UsageFault(`${found.length} hosts are called ${nameOrId}. Use an id: ${ids}.`)
  }
  return found[0]!
}
