import { TraceError } from '../trace-error.ts'
import type { Directive, FormatToken, TimeDirective } from './directive.ts'

export const NGINX_COMBINED =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'

/**
 * Parses an nginx log_format: the bare string, or the whole `log_format name '...' '...';`
 * statement. nginx writes the line when the request has ended, so its times are end times.
 *
 * @throws TraceError `bad-format`
 */
export function parseNginxFormat(text: string): FormatToken[] {
  const format = bareFormat(text)
  const tokens: FormatToken[] = []
  for (const part of format.split(/(\$\{\w+\}|\$\w+)/)) {
    if (part === '') continue
    if (/^\$[\w{]/.test(part)) tokens.push(directiveOf(part.replace(/[{}]/g, '')))
    else tokens.push({ literal: part })
  }
  if (!tokens.some((token) => 'role' in token))
    throw new TraceError('bad-format', 'The log_format has no variables.', {
      expected: NGINX_COMBINED,
    })
  return tokens
}

function bareFormat(text: string): string {
  const trimmed = text.trim()
  if (trimmed === 'combined') return NGINX_COMBINED
  const statement = /^log_format\s+\S+\s+(?:escape=\w+\s+)?([\s\S]*?);?$/.exec(trimmed)
  if (!statement) return trimmed
  const pieces = [...statement[1]!.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)]
  const joined = pieces.map((piece) => piece[1] ?? piece[2] ?? '').join('')
  return (joined || statement[1]!.trim()).replace(/\\(['"\\])/g, '$1')
}

function directiveOf(name: string): Directive {
  const time = (form: TimeDirective['form']): TimeDirective => ({
    role: 'time',
    name,
    edge: 'end',
    form,
  })
  switch (name) {
    case '$time_local':
      return time({ kind: 'strftime', format: '%d/%b/%Y:%H:%M:%S %z' })
    case '$time_iso8601':
      return time({ kind: 'strftime', format: '%Y-%m-%dT%H:%M:%S%z' })
    case '$msec':
      return time({ kind: 'epoch', perSecond: 1, decimals: true })
    case '$request_time':
      return { role: 'duration', name, unitsPerSecond: 1, list: false }
    case '$upstream_response_time':
      return { role: 'duration', name, unitsPerSecond: 1, list: true }
    case '$connection_requests':
      return { role: 'reuse', name, first: 1 }
    case '$request':
      return { role: 'request', name }
    case '$status':
      return { role: 'status', name }
    case '$body_bytes_sent':
    case '$bytes_sent':
      return { role: 'bytes', name }
    case '$server_name':
    case '$host':
    case '$http_host':
      return { role: 'vhost', name }
    default:
      return { role: 'other', name }
  }
}
