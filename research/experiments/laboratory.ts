import type { BootedHost } from '../../e2e/xen-host/lib/boot.ts'
import {
  type OperatedProduct,
  startOperatedProduct,
} from '../../e2e/xen-host/lib/operated-product.ts'
import { GUESTS, type XenHost } from '../../e2e/xen-host/lib/xen-host.ts'
import { generateDatabaseClient } from '../../scripts/lib/build.ts'
import { bootLabHost, type LabHost } from '../recordings/lab-host.ts'

/** A Xen host, in virtual time by default, and the product, which knows the host and its guests' logs. */
export interface Laboratory {
  host: XenHost
  product: OperatedProduct
  hostId: string
  stop: () => Promise<void>
}

/** Xen's credit scheduler with the parameters that Xen starts it with. */
export const CREDIT = { name: 'credit', tsliceMs: 30, ratelimitUs: 1000 } as const

/**
 * The agent reads connected hosts every five minutes by our clock. That is every half minute of this
 * host's, and takes a quarter of its CPU for some seconds.
 */
const WITHOUT_RECHECKS = { STEELYARD_RECHECK_SECONDS: '0' }

export interface LaboratoryOptions {
  /** Whether the product follows the logs of the image's three guests. */
  logs: boolean
  /** Settings of the product that differ from those of a product that only does what it is asked. */
  env?: Record<string, string>
}

export async function openLaboratory(
  plan: Omit<LabHost, 'clock'> & Partial<Pick<LabHost, 'clock'>>,
  options: LaboratoryOptions,
): Promise<Laboratory> {
  await generateDatabaseClient()
  const booted = await bootLabHost({ clock: 'virtual', ...plan })
  try {
    return await operate(booted, options)
  } catch (error) {
    await booted.stop()
    throw error
  }
}

async function operate(
  { host, stop: stopHost }: BootedHost,
  { logs, env }: LaboratoryOptions,
): Promise<Laboratory> {
  const product = await startOperatedProduct({ ...WITHOUT_RECHECKS, ...env })
  try {
    const enrolled = await product.enrol(host)
    if (logs) for (const guest of GUESTS) await product.followLog(host, enrolled, guest)
    const stop = async () => {
      await product.stop()
      await stopHost()
    }
    return { host, product, hostId: enrolled.id, stop }
  } catch (error) {
    await product.stop()
    throw error
  }
}
