import { type Advisor, AdvisorRefusal } from './advisor.ts'
import { readRequest, type WlbRequest } from './read-request.ts'
import * as write from './write-answer.ts'

/** What the refusals of ours say with their code. */
const NOT_SERVED = 4000
const GUEST_UNKNOWN = 4010

/**
 * Answers a request of XAPI, always with something that XAPI understands: an answer, a refusal with
 * a code, or a fault. All are sent with status 200, because XAPI reads nothing else.
 *
 * @param body the SOAP envelope
 * @param onError is told what went wrong with us, which the caller of XAPI is not
 */
export async function answerWlb(
  advisor: Advisor,
  body: string,
  onError: (error: unknown) => void = () => {},
): Promise<string> {
  const read = readRequest(body)
  if (read.kind === 'malformed') return write.fault('The request cannot be read.')
  if (read.kind === 'unknown-method')
    return write.refusal(read.method, NOT_SERVED, `Steelyard does not answer ${read.method}.`)
  const { method } = read.request
  try {
    return await ask(advisor, read.request)
  } catch (error) {
    if (error instanceof AdvisorRefusal) return write.refusal(method, error.code, error.message)
    onError(error)
    return write.fault('Steelyard could not answer; its log says why.')
  }
}

async function ask(advisor: Advisor, { method, fields }: WlbRequest): Promise<string> {
  const poolUuid = fields.PoolUuid
  switch (method) {
    case 'AddXenServer': {
      const { XenServerUrl: url, UserName: user, Password: password } = fields
      return write.joined(method, await advisor.join({ poolUuid, url, user, password }))
    }
    case 'RemoveXenServer':
      await advisor.leave(poolUuid)
      return write.result(method)
    case 'VMGetRecommendations': {
      const rows = await advisor.rateHosts({ poolUuid, guestUuid: fields.VmUuid })
      if (rows === null) throw new AdvisorRefusal(GUEST_UNKNOWN, 'Nothing is known of this VM yet.')
      return write.ratings(method, rows)
    }
    case 'HostGetRecommendations': {
      const hostUuid = fields.HostUuid
      const targets = await advisor.emptyHost({ poolUuid, hostUuid })
      return write.evacuation(method, targets, hostUuid)
    }
    case 'GetOptimizationRecommendations':
      return write.poolAdvice(method, await advisor.advisePool(poolUuid))
    case 'GetXenPoolConfiguration':
      return write.settings(method, await advisor.readSettings(poolUuid))
    case 'SetXenPoolConfiguration': {
      const pairs = fields.OptimizationParms.KeyValueOfstringstring
      const values = Object.fromEntries(pairs.map(({ Key, Value }) => [Key, Value]))
      await advisor.writeSettings(poolUuid, values)
      return write.result(method)
    }
  }
}
