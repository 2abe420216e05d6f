import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../scripts/lib/postgres/temporary-data.ts'
import {
  type Product,
  type ProductOptions,
  startProduct,
} from '../../scripts/lib/product/start-product.ts'

/** Runs `use` with a new product that holds only the samples it imports by itself. */
export async function withFreshProduct(
  use: (product: Product) => Promise<void>,
  env: NonNullable<ProductOptions['env']> = {},
): Promise<void> {
  const dataDir = makeTemporaryDataDirectory()
  try {
    const product = await startProduct({ dataDir, env })
    try {
      await use(product)
    } finally {
      await product.stop()
    }
  } finally {
    removeDataDirectory(dataDir)
  }
}
