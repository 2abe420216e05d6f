/** One minute of requests, and how servers and what stands before them write it. */
export const START_MS = Date.UTC(2026, 10, 20, 9)

export interface Request {
  startMs: number
  durationMs: number
  status: number
  bytes: number
}

/** Sixty requests, half a second apart, of 20 to 79 ms. */
export const REQUESTS: Request[] = Array.from({ length: 60 }, (_, i) => ({
  startMs: START_MS + 500 * i + 7 * (i % 50),
  durationMs: 20 + i,
  status: i % 10 === 9 ? 404 : 200,
  bytes: 1000 + 31 * i,
}))
export const MEAN_MS =
  REQUESTS.reduce((sum, { durationMs }) => sum + durationMs, 0) / REQUESTS.length

export const iso = (ms: number) => new Date(ms).toISOString()
const clf = (ms: number) => {
  const [date, time] = iso(ms).split('T') as [string, string]
  const [year, , day] = date.split('-')
  return `${day}/Nov/${year}:${time.slice(0, 8)} +0000`
}
const seconds = (ms: number) => (ms / 1000).toFixed(3)
const endOf = ({ startMs, durationMs }: Request) => startMs + durationMs
const common = (each: Request) =>
  `10.1.2.3 - - [${clf(each.startMs)}] "GET /a?b=1 HTTP/1.1" ${each.status} ${each.bytes}`

export const FORMATS: Record<string, (each: Request) => string> = {
  'Caddy JSON': (each) =>
    JSON.stringify({
      level: 'info',
      ts: endOf(each) / 1000,
      logger: 'http.log.access.log0',
      msg: 'handled request',
      request: { remote_ip: '10.1.2.3', method: 'GET', host: 'shop.example', uri: '/a' },
      bytes_read: 0,
      duration: each.durationMs / 1000,
      size: each.bytes,
      status: each.status,
    }),
  'Traefik CLF': (each) =>
    `${common(each)} "-" "-" ${each.bytes % 97} "app@docker" "http://10.0.0.2:80" ${each.durationMs}ms`,
  'Traefik JSON': (each) =>
    JSON.stringify({
      ClientAddr: '10.1.2.3:51234',
      DownstreamContentSize: each.bytes,
      DownstreamStatus: each.status,
      Duration: `${each.durationMs}ms`,
      RequestHost: 'shop.example',
      RequestMethod: 'GET',
      StartUTC: iso(each.startMs),
    }),
  Envoy: (each) =>
    `[${iso(each.startMs)}] "GET /a HTTP/1.1" ${each.status} - 0 ${each.bytes} rt=${seconds(each.durationMs)} "-" "curl/8" "8b1c" "shop.example" "10.0.0.2:80"`,
  'Docker around nginx': (each) =>
    JSON.stringify({
      log: `10.1.2.3 - - [${clf(endOf(each))}] "GET /a HTTP/1.1" ${each.status} ${each.bytes} "-" "curl/8" rt=${seconds(each.durationMs)}\n`,
      stream: 'stdout',
      time: iso(endOf(each)),
    }),
  'Kubernetes around nginx': (each) =>
    `${iso(endOf(each)).replace('Z', '123456Z')} stdout F 10.1.2.3 - - [${clf(endOf(each))}] "GET /a HTTP/1.1" ${each.status} ${each.bytes} "-" "curl/8" rt=${seconds(each.durationMs)}`,
  'syslog around nginx': (each) =>
    `Nov 20 09:00:00 web1 nginx: 10.1.2.3 - - [${clf(endOf(each))}] "GET /a HTTP/1.1" ${each.status} ${each.bytes} "-" "curl/8" rt=${seconds(each.durationMs)}`,
  'lines with names': (each) =>
    `time="${iso(each.startMs)}" method=GET path=/a status=${each.status} bytes=${each.bytes} duration=${seconds(each.durationMs)}`,
  'date and time apart': (each) =>
    `${iso(each.startMs).slice(0, 10)} ${iso(each.startMs).slice(11, 23)}Z "GET /a HTTP/1.1" ${each.status} ${each.bytes} duration_ms=${each.durationMs}`,
  CloudFront: (each) =>
    [
      ...[iso(endOf(each)).slice(0, 10), iso(endOf(each)).slice(11, 19), 'FRA56'],
      ...[each.bytes, '10.1.2.3', 'GET', 'd1.example', '/a', each.status, seconds(each.durationMs)],
    ].join('\t'),
}

export const HEADERS: Record<string, string> = {
  CloudFront:
    '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status time-taken\n',
}
