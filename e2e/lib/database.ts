import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { superuserAddress } from '../../scripts/lib/postgres/embedded-postgres.ts'
import type { Product } from '../../scripts/lib/product/start-product.ts'

/** Opens the database of a product that runs, for what no route can make or change. */
export async function withDatabase<T>(
  product: Pick<Product, 'dataDir'>,
  use: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const session = new pg.Client({ connectionString: addressOf(product) })
  await session.connect()
  try {
    return await use(session)
  } finally {
    await session.end()
  }
}

function addressOf({ dataDir }: Pick<Product, 'dataDir'>): string {
  const lines = readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')
  const address = new URL(superuserAddress(dataDir)(Number(lines[3])))
  address.pathname = '/steelyard'
  return address.href
}
