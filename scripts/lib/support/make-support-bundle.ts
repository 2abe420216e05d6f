import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { withSecretFiles } from '@steelyard/api/secret-files'
import { ArchiveWriter } from '../backup/archive-writer.ts'
import { inRoot } from '../paths.ts'
import { withOpenDatabase } from '../product/open-database.ts'
import { reachableAddress, readSettings, type Settings } from '../product/settings.ts'
import { maskKnown, maskLog } from './mask-secrets.ts'
import { readFigures } from './read-figures.ts'
import { secretsIn, showConfiguration } from './show-configuration.ts'

type Environment = Record<string, string | undefined>

/** Of each log, its end. */
const LOG_BYTES = 2 ** 20
const ANSWER_WITHIN_MS = 10_000

/**
 * Writes what somebody needs to help from afar: versions, settings, readiness, figures of the database
 * and the end of each log. Nothing in it is a secret. What cannot be found out says why instead.
 * @throws Error when the file exists
 */
export async function makeSupportBundle(given: Environment, file: string): Promise<void> {
  const env = withSecretFiles(given)
  const settings = readSettings(given)
  const secrets = [...secretsIn(env), ...(await storedSecrets(settings))]
  const archive = new ArchiveWriter(file)
  const add = async (name: string, find: () => unknown) => {
    const found = await Promise.resolve()
      .then(find)
      .catch((error: Error) => ({ unreadable: error.message }))
    const text =
      typeof found === 'string'
        ? maskLog(found, secrets)
        : maskKnown(JSON.stringify(found, null, 2), secrets)
    await archive.addText(`steelyard-support/${name}`, `${text}\n`)
  }
  await add('versions.json', versions)
  await add('settings.json', () => showConfiguration(given))
  await add('readiness.json', () => readiness(settings))
  await add('disk.json', () => diskOf(settings))
  await add('database.json', () => withOpenDatabase(settings, readFigures))
  const logs = path.join(settings.dataDir, 'logs')
  for (const name of (await fs.readdir(logs).catch(() => [])).sort())
    await add(`logs/${name}`, () => endOf(path.join(logs, name)))
  await archive.close()
}

/** The secrets that Steelyard made for itself, and the passwords of its own database. */
async function storedSecrets({ dataDir }: Settings): Promise<string[]> {
  const directory = path.join(dataDir, 'secrets')
  const names = await fs.readdir(directory).catch(() => [])
  const texts = await Promise.all(
    names.map((name) => fs.readFile(path.join(directory, name), 'utf8').catch(() => '')),
  )
  return texts.map((text) => text.trim())
}

async function versions() {
  const { version } = JSON.parse(await fs.readFile(inRoot('package.json'), 'utf8'))
  const release = await fs.readFile('/etc/os-release', 'utf8').catch(() => '')
  return {
    steelyard: version,
    node: process.version,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    distribution: /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1] ?? null,
    cpus: os.cpus().length,
    memoryBytes: { total: os.totalmem(), free: os.freemem() },
    loadAverage: os.loadavg(),
    at: new Date().toISOString(),
  }
}

async function readiness({ host, apiPort }: Settings) {
  const url = `http://${reachableAddress(host)}:${apiPort}/api/v1/health/ready`
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  return { status: answer.status, ...(JSON.parse(await answer.text()) as object) }
}

async function diskOf({ dataDir, uploadDir }: Settings) {
  const room = async (directory: string) => {
    const { blocks, bavail, bsize } = await fs.statfs(directory)
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
  }
  return {
    data: await room(dataDir),
    // Where files are in a bucket there may be no directory.
    uploads: await room(uploadDir).catch(() => null),
  }
}

async function endOf(file: string): Promise<string> {
  const handle = await fs.open(file)
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.min(size, LOG_BYTES))
    await handle.read(bytes, 0, bytes.length, size - bytes.length)
    // The first line is cut, and of a secret in it only the end may be left.
    return bytes.toString('utf8').slice(size > LOG_BYTES ? bytes.indexOf('\n') + 1 : 0)
  } finally {
    await handle.close()
  }
}
