import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Config } from '../config.ts'
import { startProcess } from './start-process.ts'

/**
 * Starts the real process of the agent on the database of a test; resolves once it is ready.
 * @param onOutput gets all that it prints, at the finest level; without it only errors are shown
 */
export async function startAgent(
  { auditKey, databaseUrl, secretKey, dataDir }: Config,
  onOutput?: (chunk: Buffer) => void,
): Promise<ChildProcess> {
  const entry = path.join(import.meta.dirname, '../main-agent.ts')
  const output = onOutput ? 'pipe' : 'inherit'
  const env = {
    DATABASE_URL: databaseUrl,
    STEELYARD_SSH_ALLOW: '127.0.0.0/8',
    STEELYARD_SECRET_KEY: secretKey.toString('base64'),
    STEELYARD_AUDIT_KEY: auditKey,
    STEELYARD_DATA_DIR: dataDir,
    STEELYARD_LOG_LEVEL: onOutput ? 'trace' : 'error',
  }
  const child = startProcess(entry, env, ['ignore', output, output, 'ipc'])
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput!)
  const ended = once(child, 'exit').then(() => {
    throw new Error('The agent ended before it was ready.')
  })
  await Promise.race([once(child, 'message'), ended])
  return child
}
