import {
  applyPlan,
  confirmGuestLog,
  confirmHostKey,
  connectHost,
  createPlan,
  getHost,
  getPlan,
  getUpload,
  type Plan,
  setGuestLog,
  startRecording,
} from '@steelyard/contract'
import type { z } from 'zod'
import { administrator } from './administrator.ts'
import { type Api, finished } from './api.ts'
import type { XenDouble } from './xen-double.ts'

/** A double of a host, in whichever process. */
type Enrolled = Pick<XenDouble, 'address' | 'port' | 'username' | 'authorise'>

/** Completes the enrolment of the host, as an operator with access to both sides would. */
export async function connect(api: Api, hostId: string, host: Enrolled): Promise<void> {
  const params = { id: hostId }
  await probe(api, hostId, host)
  const { connection } = await api(getHost, { params })
  await host.authorise(connection.authorizedKeysLine!)
  const body = { fingerprint: connection.offeredFingerprint! }
  const reading = await api(confirmHostKey, { params, body })
  await finished(api, reading.job)
}

/** Fetches the host's key and stops where an operator has to compare it. */
export async function probe(api: Api, hostId: string, host: Enrolled): Promise<void> {
  const { address, port, username } = host
  const body = { address, port, username }
  const { job } = await api(connectHost, { params: { id: hostId }, body })
  await finished(api, job)
}

type Wish = z.input<NonNullable<typeof createPlan.body>>

export async function plan(api: Api, body: Wish): Promise<Plan> {
  const { plan, job } = await api(createPlan, { body })
  await finished(api, job)
  return api(getPlan, { params: { id: plan.id } })
}

export async function apply(api: Api, { id, hash }: Plan): Promise<void> {
  const body = { hash: hash!, password: administrator.password }
  const { job } = await api(applyPlan, { params: { id }, body })
  await finished(api, job)
}

/** Makes the shortest possible recording of the host and waits for its upload. */
export async function record(api: Api, hostId: string): Promise<void> {
  const { upload, job } = await api(startRecording, {
    params: { id: hostId },
    body: { seconds: 10 },
  })
  await finished(api, job)
  const { jobId } = await api(getUpload, { params: { id: upload.id } })
  await finished(api, { id: jobId! })
}

/** Sets up the log of vm1, whose SSH server is also the double, up to the comparison of its key. */
export async function offerLog(
  api: Api,
  hostId: string,
  host: XenDouble,
  logFormat: string | null = null,
): Promise<void> {
  const { domains } = await api(getHost, { params: { id: hostId } })
  const { address, port, username } = host
  const { job } = await api(setGuestLog, {
    params: { id: hostId, domainId: domains.find(({ name }) => name === 'vm1')!.id },
    body: { address, port, username, path: '/var/log/apache2/access.log', logFormat },
  })
  await finished(api, job)
}

/** Sets up the log of vm1 to its end, so that it can be followed. */
export async function followLog(api: Api, hostId: string, host: XenDouble): Promise<void> {
  await offerLog(api, hostId, host, '%h %l %u %t "%r" %>s %b %D')
  const { domains } = await api(getHost, { params: { id: hostId } })
  const { id: domainId, guestLog } = domains.find(({ name }) => name === 'vm1')!
  await host.authorise(guestLog!.authorizedKeysLine!)
  const { job } = await api(confirmGuestLog, {
    params: { id: hostId, domainId },
    body: { fingerprint: guestLog!.offeredFingerprint! },
  })
  await finished(api, job)
}
