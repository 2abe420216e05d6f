/** Hashes that cost HAProxy some milliseconds of CPU, more than its clients spend on a request. */
const HASHES = Array.from(
  { length: 40 },
  () => `    http-request set-var(txn.hash) url${',sha2(512)'.repeat(100)} if { path /costly }`,
)

/**
 * HAProxy in front of web servers, set up as the companion's README says. What is costly costs
 * HAProxy, and of what is slow a web server takes one request at a time.
 */
export function haproxyConfig({
  bind,
  webServers,
  statsSocket,
}: {
  bind: string
  webServers: readonly string[]
  statsSocket: string
}): string {
  const servers = (more: string) =>
    webServers.map((address, i) => `    server web${i} ${address} ${more}`).join('\n')
  return `global
    stats socket ${statsSocket} mode 600 level admin expose-fd listeners
    hard-stop-after 30s
    maxconn 1000
defaults
    mode http
    option idle-close-on-response
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    timeout queue 30s
frontend web
    bind ${bind}
${HASHES.join('\n')}
    use_backend slow if { path /slow }
    default_backend web
backend web
    balance roundrobin
${servers('check')}
backend slow
${servers('maxconn 1')}
`
}

/** The second configuration file, in which the companion changes the number. */
export function threadsConfig(threads: number): string {
  return `global\n    nbthread ${threads}\n`
}
