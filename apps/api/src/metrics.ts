import http from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { secondsOf } from './milliseconds.ts'

const requestSeconds = new Histogram({
  name: 'steelyard_http_request_duration_seconds',
  help: 'Time to answer a request, by route pattern',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

export const jobAttempts = new Counter({
  name: 'steelyard_job_attempts_total',
  help: 'Attempts of jobs that this process ended, by outcome',
  labelNames: ['kind', 'outcome'],
})

export const auditLag = new Gauge({
  name: 'steelyard_audit_unforwarded_events',
  help: 'Audit events that the syslog server did not have at the last try, 500 at most',
})

/**
 * Labels requests by route pattern, never by URL, because each id would make a series of its own.
 * Event streams are left out because they last as long as a client watches.
 */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.endpoint?.produces === 'text/event-stream') return
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    requestSeconds.observe(labels, secondsOf(reply.elapsedTime))
  })
}

/** Serves metrics on a port of their own, by default on loopback: they are not for API clients. */
export async function serveMetrics(host: string, port: number): Promise<http.Server> {
  collectDefaultMetrics()
  const server = http.createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': register.contentType })
    response.end(await register.metrics())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return server
}
