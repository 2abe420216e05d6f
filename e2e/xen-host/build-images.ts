// `npx tsx e2e/xen-host/build-images.ts` builds the images that `npm run test:xen` boots, and the
// hypervisor for experiments. It runs once, as root.
import { ensureHypervisor, ensureImages } from './lib/images.ts'

try {
  console.log(await ensureImages())
  console.log(await ensureHypervisor())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
