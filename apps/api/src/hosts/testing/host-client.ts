import * as contract from '@steelyard/contract'
import { type DoubleOptions, isSet, XenHostDouble } from '@steelyard/xen/testing'
import { expect } from 'vitest'
import { agentJobs } from '../../agent-jobs.ts'
import { startJobRunner } from '../../jobs/job-runner.ts'
import type { JobRunner } from '../../queue/job-kind.ts'
import { startJobQueue } from '../../queue/job-queue.ts'
import {
  type Caller,
  PASSWORD,
  type Reply,
  startTestApi,
  type TestApi,
} from '../../testing/test-api.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { workerJobs } from '../../worker-jobs.ts'

/** Weights by domain name, with a cap where that is to change too. */
type Wanted = Record<string, number | { weight: number; cap: number }>

/** The API, an agent in the same process unless left out, an optional worker, and an operator. */
export interface HostClient {
  api: TestApi
  call: Caller
  get(hostId: string): Promise<contract.Host>
  /** Starts a host of its own that behaves like a real one and stops with the client. */
  startDouble(options?: DoubleOptions): Promise<XenHostDouble>
  /** Creates a host and begins its enrolment, up to a key that waits for confirmation. */
  probe(double: XenHostDouble): Promise<contract.Host>
  /** Completes an enrolment, with the key's line installed on the host. */
  enrol(double: XenHostDouble): Promise<contract.Host>
  plan(
    body: { hostId: string; weights: Wanted } | { analysisId: string } | contract.WantedValues,
  ): Promise<contract.Plan>
  apply(plan: contract.Plan): Promise<Reply>
  rollBack(applicationId: string): Promise<Reply>
  /** Waits until the application that `apply` or `rollBack` started has ended, and reads it. */
  ended(reply: Reply): Promise<contract.Application>
  /** Asserts that the product's record of the host matches the host. */
  expectRecordOf(double: XenHostDouble, hostId: string): Promise<void>
  close(): Promise<void>
}

let created = 0

export async function startHostClient({
  agent = true,
  worker = false,
  env = {} as Record<string, string>,
} = {}): Promise<HostClient> {
  const api = await startTestApi({ env })
  const runners = [
    ...(agent ? [await startRunner(api, 'agent', 4)] : []),
    ...(worker ? [await startRunner(api, 'worker', 1)] : []),
  ]
  const call = await api.as('operator')
  const doubles: XenHostDouble[] = []
  const get = async (id: string): Promise<contract.Host> =>
    expectStatus(await call(contract.getHost, { params: { id } }), 200)
  const probe = async (double: XenHostDouble) => {
    created += 1
    const host = expectStatus(
      await call(contract.createHost, { body: { name: `xen${created}` } }),
      201,
    )
    const access = { address: '127.0.0.1', port: double.port, username: double.username }
    const params = { id: host.id }
    const { job } = expectStatus(await call(contract.connectHost, { params, body: access }), 202)
    await waitForJob(api.deps, job.id)
    return get(host.id)
  }
  return {
    api,
    call,
    get,
    probe,
    async startDouble(options) {
      const double = await XenHostDouble.start(options)
      doubles.push(double)
      return double
    },
    async enrol(double) {
      const host = await probe(double)
      install(double, host)
      const params = { id: host.id }
      const body = { fingerprint: host.connection.offeredFingerprint }
      const { job } = expectStatus(await call(contract.confirmHostKey, { params, body }), 202)
      await waitForJob(api.deps, job.id)
      return get(host.id)
    },
    async plan(body) {
      const sent = 'weights' in body ? { ...body, weights: listOf(body.weights ?? []) } : body
      const { plan, job } = expectStatus(await call(contract.createPlan, { body: sent }), 202)
      await waitForJob(api.deps, job.id)
      return expectStatus(await call(contract.getPlan, { params: { id: plan.id } }), 200)
    },
    apply: ({ id, hash }) =>
      call(contract.applyPlan, { params: { id }, body: { hash, password: PASSWORD } }),
    rollBack: (id) =>
      call(contract.rollBackApplication, { params: { id }, body: { password: PASSWORD } }),
    async ended(reply) {
      const { application, job } = expectStatus(reply, 202)
      await waitForJob(api.deps, job.id)
      const params = { id: application.id }
      return expectStatus(await call(contract.getApplication, { params }), 200)
    },
    async expectRecordOf(double, hostId) {
      const { domains } = await get(hostId)
      expect(recordOf(domains)).toEqual(recordOf(double.host.domains))
    },
    async close() {
      for (const double of doubles) await double.stop()
      for (const runner of runners) await runner.stop()
      await api.close()
    },
  }
}

const jobs = { agent: agentJobs, worker: workerJobs }

/** The runner gets a queue of its own, as each process has one. */
async function startRunner({ deps }: TestApi, runner: JobRunner, concurrency: number) {
  const queue = await startJobQueue(deps.config.databaseUrl, deps.log, { supervise: true })
  return startJobRunner({ ...deps, queue }, runner, jobs[runner], concurrency)
}

/** Acts as the operator on the host: appends the line shown to authorized_keys. */
export function install(double: XenHostDouble, { connection }: contract.Host): void {
  double.authorise(connection.authorizedKeysLine!.replace(/^.*(?=ssh-ed25519 )/, ''))
}

/** Does the same in a guest. The double ignores the options of a line. */
export function installGuestKey(guest: XenHostDouble, log: contract.GuestLog): void {
  guest.authorise(log.authorizedKeysLine!.replace(/^.*(?=ssh-ed25519 )/, ''))
}

export function weightsOf(double: XenHostDouble): Record<string, number> {
  return Object.fromEntries(double.host.domains.map(({ name, weight }) => [name, weight]))
}

/** The commands that changed something, in order. */
export function setsSent(double: XenHostDouble): string[] {
  return double.commands.filter(isSet)
}

function listOf(weights: Wanted | contract.WantedWeight[]) {
  if (Array.isArray(weights)) return weights
  return Object.entries(weights).map(([domain, wanted]) => ({
    domain,
    ...(typeof wanted === 'number' ? { weight: wanted } : wanted),
  }))
}

function recordOf(domains: { name: string; weight: number | null; cap: number | null }[]) {
  return Object.fromEntries(domains.map(({ name, weight, cap }) => [name, { weight, cap }]))
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of all operations pass through here
export function expectStatus({ status, body }: Reply, expected: number): any {
  if (status !== expected)
    throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body)}`)
  return body
}
