// `npx tsx e2e/xen-host/build-images.ts` builds the images that `npm run test:xen` boots. It runs
// once, as root.
import { ensureImages } from './lib/images.ts'

try {
  console.log(await ensureImages())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
