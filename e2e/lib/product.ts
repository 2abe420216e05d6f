import { type Product, startProduct } from '../../scripts/lib/start-product.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../scripts/lib/temporary-data.ts'

/** Runs `use` with a product that has nothing but the sample it imports by itself. */
export async function withFreshProduct(use: (product: Product) => Promise<void>): Promise<void> {
  const dataDir = makeTemporaryDataDirectory()
  try {
    const product = await startProduct({ dataDir })
    try {
      await use(product)
    } finally {
      await product.stop()
    }
  } finally {
    removeDataDirectory(dataDir)
  }
}
