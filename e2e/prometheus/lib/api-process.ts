import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { inRoot } from '../../../scripts/lib/paths.ts'

/** Runs the API as an installation does, with its metrics on a port, and returns once it is ready. */
export async function startApiProcess(
  databaseUrl: string,
  dataDir: string,
  ports: { api: number; metrics: number },
): Promise<ChildProcess> {
  const args = ['--import', 'tsx', inRoot('apps/api/src/main-api.ts')]
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      STEELYARD_DATA_DIR: dataDir,
      STEELYARD_API_PORT: String(ports.api),
      STEELYARD_METRICS_PORT: String(ports.metrics),
      STEELYARD_AUDIT_KEY: randomBytes(32).toString('hex'),
      STEELYARD_SESSION_SECRET: randomBytes(32).toString('hex'),
      STEELYARD_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ready = once(child, 'message')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the API did not start')))
  await Promise.race([ready, ended])
  ended.catch(() => {})
  return child
}
