import { printable } from '@steelyard/contract/format'
import { words } from '@steelyard/words'
import { XapiError } from '@steelyard/xapi'
import { allowedAddresses, HostError } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'

/** Converts a failure of the pool or of the connection to what a job and the pool's page show. */
export function poolTrouble(error: unknown): unknown {
  if (!(error instanceof XapiError)) return error
  const fix = words.pools.fixes[error.code]
  return new AppError('unprocessable', printable(error.message), {
    code: error.code,
    cause: error,
    ...(fix ? { trouble: { fix } } : {}),
  })
}

/** Pools are machines like hosts, and reached by the same rules of addresses. */
export function resolveBy({ config }: Deps): (address: string) => Promise<string> {
  return async (address) => {
    try {
      const [found] = await allowedAddresses(address, config.sshRules)
      return found!.address
    } catch (cause) {
      const isRefused = cause instanceof HostError && cause.code === 'address-refused'
      const why = isRefused ? cause.message : `${address} is no known name.`
      throw new XapiError(isRefused ? 'address-refused' : 'unreachable', why, { cause })
    }
  }
}
