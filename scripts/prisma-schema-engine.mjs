#!/usr/bin/env node
// A drop-in replacement for Prisma's native schema engine: the same command line and the same
// JSON-RPC over standard input and output, carried out by the WASM engine and the pg adapter, so
// that every `prisma` command works without downloading a binary.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import readline from 'node:readline'
import { pathToFileURL } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import Result from 'pg/lib/result.js'
import { parse } from 'pg-connection-string'

const CHAR_OID = 18
const TEXT_OID = 25
const MARK = '\u0001'
const EMPTY_SCHEMA = 'datasource db {\n  provider = "postgresql"\n}\n'

const require = createRequire(import.meta.url)
const wasmDir = path.dirname(require.resolve('@prisma/schema-engine-wasm'))
const argv = process.argv.slice(2)

if (argv.includes('--version')) printVersion()
else if (argv.includes('cli'))
  await runDatabaseCommand(argv[argv.indexOf('cli') + 1], databaseUrl())
else await serve(databaseUrl())

function printVersion() {
  const { version } = JSON.parse(readFileSync(path.join(wasmDir, 'package.json'), 'utf8'))
  console.log(`schema-engine-wasm ${version.split('.').pop()}`)
}

/** The CLI passes `--datasource {"url": "..."}`, as JSON or as base64 of it. */
function databaseUrl() {
  const at = argv.indexOf('--datasource')
  if (at < 0) return process.env.DATABASE_URL
  const text = argv[at + 1] ?? ''
  const json = text.startsWith('{') ? text : Buffer.from(text, 'base64').toString()
  return JSON.parse(json).url || process.env.DATABASE_URL
}

/** `cli can-connect-to-database | create-database | drop-database` */
async function runDatabaseCommand(command, url) {
  const target = new URL(url)
  const name = decodeURIComponent(target.pathname.slice(1))
  try {
    const client = await connectTo(url, command === 'can-connect-to-database' ? name : 'postgres')
    const quoted = client.escapeIdentifier(name)
    if (command === 'create-database') await client.query(`create database ${quoted}`)
    if (command === 'drop-database') {
      await client.query(`drop database if exists ${quoted} with (force)`)
    }
    await client.end()
  } catch (error) {
    reportDatabaseError(error, name, `${target.hostname}:${target.port || 5432}`)
    process.exitCode = 1
  }
}

async function connectTo(url, database) {
  const target = new URL(url)
  target.pathname = `/${encodeURIComponent(database)}`
  target.searchParams.delete('schema')
  const client = new pg.Client({ connectionString: target.href, connectionTimeoutMillis: 5000 })
  await client.connect()
  return client
}

function reportDatabaseError(error, name, server) {
  const [code, message] = describeDatabaseError(error, name, server)
  const fields = { message, is_panic: false, error_code: code }
  // The CLI skips the first line and then wants exactly one JSON line without a line end.
  const line = JSON.stringify({ level: 'ERROR', fields, target: 'schema_engine::logger' })
  process.stderr.write(`\n${line}`)
}

function describeDatabaseError(error, name, server) {
  switch (error.code) {
    case '3D000':
      return ['P1003', `Database \`${name}\` does not exist`]
    case '28P01':
    case '28000':
      return ['P1000', `Authentication failed against database server at \`${server}\``]
    case '42P04':
      return ['P1009', `Database \`${name}\` already exists`]
    default:
      return [
        'P1001',
        `Can't reach database server at \`${server}\` (${error.message || error.code})`,
      ]
  }
}

async function serve(url) {
  const Engine = await loadEngine()
  const adapter = bindMigrationAwareSqlAdapterFactory(createAdapterFactory(url))
  const prints = new Map()
  let engine
  let last = Promise.resolve()

  const send = (message) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const print = (content) =>
    new Promise((resolve) => {
      const id = randomUUID()
      prints.set(id, resolve)
      send({ id, method: 'print', params: { content } })
    })

  async function call({ method, params }) {
    const files = params?.schema?.files?.map((file) => [file.path, file.content])
    engine ??= await Engine.new(
      { datamodels: files ?? [['schema.prisma', EMPTY_SCHEMA]] },
      () => {},
      adapter,
    )
    const name = method === 'getDatabaseVersion' ? 'version' : method
    if (typeof engine[name] !== 'function') throw new Error(`${method} is not supported`)
    const result = await engine[name](params)
    if (method !== 'diff' || result?.stdout == null) return result ?? {}
    await print(result.stdout) // the native engine prints a diff through the CLI
    return { ...result, stdout: null }
  }

  async function answer(message) {
    try {
      send({ id: message.id, result: await call(message) })
    } catch (error) {
      send({ id: message.id, error: rpcError(error) })
    }
  }

  const lines = readline.createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const message = JSON.parse(line)
    if (message.method) {
      last = last.then(() => answer(message))
      return
    }
    prints.get(message.id)?.()
    prints.delete(message.id)
  })
  lines.on('close', () => process.exit(0))
}

function rpcError(error) {
  const known = /^P\d/.test(error?.code ?? '') ? { error_code: error.code, meta: error.meta } : {}
  return {
    code: 4466,
    message: 'An error happened. Check the data field for details.',
    data: { is_panic: false, message: String(error?.message ?? error), backtrace: null, ...known },
  }
}

/** Node 22 cannot import a .wasm file, so the module that npm installed is instantiated by hand. */
async function loadEngine() {
  const glue = path.join(wasmDir, 'schema_engine_bg.js')
  const bindings = await import(pathToFileURL(glue).href)
  const { instance } = await WebAssembly.instantiate(
    readFileSync(path.join(wasmDir, 'schema_engine_bg.wasm')),
    { './schema_engine_bg.js': bindings },
  )
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
    set_message(message) {
      this.message = message
    },
    get() {
      return this.message
    },
  }
  return bindings.SchemaEngine
}

function createAdapterFactory(url) {
  markCharColumns()
  const schema = url ? new URL(url).searchParams.get('schema') : null
  // Single fields, never a connection string: pg lets the string override `database`, and then the
  // shadow database would be the real one.
  const { schema: _schema, ...fields } = url ? parse(url) : {}
  const config = { ...fields, port: fields.port ? Number(fields.port) : undefined }
  const real = new PrismaPg(config, schema ? { schema } : undefined)
  const wrap = (open) => lazyAdapter(real, schema ?? 'public', open)
  return {
    provider: real.provider,
    adapterName: real.adapterName,
    connect: async () => wrap(() => real.connect()),
    connectToShadowDb: () => openShadowDatabase(real, config, wrap),
  }
}

/** The engine connects at once, though a diff of two files needs no server: open on first use. */
function lazyAdapter(real, schemaName, open) {
  let connection
  const get = () => {
    connection ??= open()
    return connection
  }
  const via =
    (method) =>
    async (...args) =>
      (await get())[method](...args)
  return {
    provider: real.provider,
    adapterName: real.adapterName,
    queryRaw: withCharColumns(via('queryRaw')),
    executeRaw: via('executeRaw'),
    executeScript: async (script) => executeWhole(await get(), script),
    startTransaction: async (...args) => {
      const transaction = await (await get()).startTransaction(...args)
      transaction.queryRaw = withCharColumns(transaction.queryRaw.bind(transaction))
      return transaction
    },
    getConnectionInfo: () => ({ schemaName, supportsRelationJoins: true }),
    dispose: async () => {
      if (connection) await (await connection).dispose()
    },
  }
}

/** The adapter's own version cuts at every semicolon, also at those inside a function's body. */
async function executeWhole(connection, script) {
  try {
    await connection.client.query(script)
  } catch (error) {
    connection.onError(error)
  }
}

/** The adapter's own version drops the database while its pool still holds a session in it. */
async function openShadowDatabase(real, config, wrap) {
  const main = await real.connect()
  const database = `prisma_migrate_shadow_db_${randomUUID()}`
  await main.executeScript(`CREATE DATABASE "${database}"`)
  const shadow = await new PrismaPg({ ...config, database }).connect()
  return {
    ...wrap(async () => shadow),
    dispose: async () => {
      await shadow.dispose()
      await main.executeScript(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`)
      await main.dispose()
    },
  }
}

/**
 * Introspection reads columns of pg_catalog's type "char", which the adapter refuses. They pass as
 * text under a marked name, and the mark then turns into the column type the engine expects.
 */
function markCharColumns() {
  const { addFields } = Result.prototype
  Result.prototype.addFields = function (fields) {
    for (const field of fields) {
      if (field.dataTypeID !== CHAR_OID) continue
      field.dataTypeID = TEXT_OID
      field.name = MARK + field.name
    }
    return addFields.call(this, fields)
  }
}

function withCharColumns(query) {
  return async (...args) => {
    const result = await query(...args)
    result.columnNames.forEach((name, i) => {
      if (!name.startsWith(MARK)) return
      result.columnTypes[i] = ColumnTypeEnum.Character
      result.columnNames[i] = name.slice(1)
    })
    return result
  }
}
