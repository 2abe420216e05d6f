import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../../scripts/lib/postgres/temporary-data.ts'
import {
  type Caller,
  PASSWORD,
  servicePids,
  signUp,
} from '../../../scripts/lib/product/product-client.ts'
import { startProduct } from '../../../scripts/lib/product/start-product.ts'
import {
  ACCOUNT,
  installAccess,
  installGuestLogKey,
  LOG_FORMAT,
  LOG_PATH,
} from './install-access.ts'
import type { XenHost } from './xen-host.ts'

const POLL_MS = 200

/** The whole product, with an operator who uses its API. */
export type OperatedProduct = {
  call: Caller['call']
  /** Calls as a person who is signed in, who alone may give a load balancer its token. */
  callInSession: Caller['callInSession']
  /** The port of its API on loopback. */
  apiPort: number
  /** Where it stores uploaded and recorded files, each under its id. */
  uploadDir: string
  /** Waits until a job has ended and returns it. */
  jobEnded: (job: contract.Job) => Promise<contract.Job>
  /** The process that holds the SSH keys; it changes after a crash. */
  agentPid: () => number
  /** Enrols the host up to the first reading, and installs everything that the page shows. */
  enrol: (host: XenHost, name?: string) => Promise<contract.Host>
  /** Makes Steelyard follow the access log of a guest. */
  followLog: (host: XenHost, enrolled: contract.Host, guest: number) => Promise<void>
  /** Reads the host again; its page shows the outcome. */
  discover: (hostId: string) => Promise<contract.Host>
  /** Plans values set by hand. */
  plan: (values: contract.WantedValues) => Promise<contract.Plan>
  /** Plans what an analysis recommends. */
  planOf: (analysisId: string) => Promise<contract.Plan>
  apply: (plan: contract.Plan) => Promise<contract.Application>
  rollBack: (applicationId: string) => Promise<contract.Application>
  /** Waits until the application has ended and returns it. */
  ended: (application: contract.Application) => Promise<contract.Application>
  stop: () => Promise<void>
}

/** Weights by name, as a plan wants them. */
export function listWeights(weights: Record<string, number>): contract.WantedWeight[] {
  return Object.entries(weights).map(([domain, weight]) => ({ domain, weight }))
}

export async function startOperatedProduct(
  env: Record<string, string> = {},
): Promise<OperatedProduct> {
  const dataDir = makeTemporaryDataDirectory()
  const product = await startProduct({ dataDir, env: { STEELYARD_SAMPLES: 'off', ...env } })
  const { call, callInSession } = await signUp(product)
  const getHost = (id: string) => call(contract.getHost, { params: { id } })
  const jobEnded = async ({ id }: contract.Job) => {
    for (;;) {
      const job = await call(contract.getJob, { params: { id } })
      if (job.finishedAt) return job
      await sleep(POLL_MS)
    }
  }
  const planned = async ({ plan, job }: { plan: contract.Plan; job: contract.Job }) => {
    await jobEnded(job)
    return call(contract.getPlan, { params: { id: plan.id } })
  }
  return {
    call,
    callInSession,
    apiPort: product.apiPort,
    uploadDir: path.join(dataDir, 'uploads'),
    jobEnded,
    agentPid: () => servicePids(product.pid).agent,
    async enrol(host, name = 'xen-host') {
      const { id } = await call(contract.createHost, { body: { name } })
      const params = { id }
      const { address, port } = host
      const body = { address, port, username: ACCOUNT }
      await jobEnded((await call(contract.connectHost, { params, body })).job)
      const { connection } = await getHost(id)
      await installAccess(host, {
        authorizedKeysLine: connection.authorizedKeysLine!,
        gate: connection.gate!,
        sudoersSnippet: connection.sudoersSnippet!,
      })
      const fingerprint = connection.offeredFingerprint!
      const { job } = await call(contract.confirmHostKey, { params, body: { fingerprint } })
      await jobEnded(job)
      return getHost(id)
    },
    async followLog(host, { id, domains }, guest) {
      const domain = domains.find(({ name }) => name === `vm${guest}`)!
      const params = { id, domainId: domain.id }
      const body = {
        address: host.address,
        port: host.handle.ports.guestSsh[guest - 1]!,
        username: ACCOUNT,
        path: LOG_PATH,
        logFormat: LOG_FORMAT,
      }
      await jobEnded((await call(contract.setGuestLog, { params, body })).job)
      const shown = await getHost(id)
      const { guestLog } = shown.domains.find(({ name }) => name === domain.name)!
      await installGuestLogKey(host, guest, guestLog!.authorizedKeysLine!)
      const fingerprint = guestLog!.offeredFingerprint!
      await jobEnded((await call(contract.confirmGuestLog, { params, body: { fingerprint } })).job)
    },
    async discover(id) {
      await jobEnded((await call(contract.discoverHost, { params: { id } })).job)
      return getHost(id)
    },
    async plan(values) {
      return planned(await call(contract.createPlan, { body: values }))
    },
    async planOf(analysisId) {
      return planned(await call(contract.createPlan, { body: { analysisId } }))
    },
    async apply({ id, hash }) {
      const body = { hash: hash!, password: PASSWORD }
      return (await call(contract.applyPlan, { params: { id }, body })).application
    },
    async rollBack(id) {
      const body = { password: PASSWORD }
      return (await call(contract.rollBackApplication, { params: { id }, body })).application
    },
    async ended({ id }) {
      for (;;) {
        const application = await call(contract.getApplication, { params: { id } })
        if (application.finishedAt) return application
        await sleep(POLL_MS)
      }
    },
    async stop() {
      await product.stop()
      removeDataDirectory(dataDir)
    },
  }
}
