import { HostError } from '@steelyard/xen'

const WORDS: Record<string, string> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name is not known',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  ETIMEDOUT: 'it did not answer in time',
}

/** Why another machine could not be talked to, in plain words, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof HostError) return error.message.replace(/\.$/, '')
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  const { code, name, message } = error as { code?: string; name?: string; message?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time'
  if (code && WORDS[code]) return WORDS[code]
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code ?? '') && !code!.startsWith('OAUTH'))
    return `its certificate is not trusted (${code})`
  return message ? message.replace(/\.$/, '') : String(error)
}
