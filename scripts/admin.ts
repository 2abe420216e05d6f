// `npm run admin -- COMMAND`: what only whoever runs this machine may do. Each command is a file in
// scripts/admin.

type Command = (env: NodeJS.ProcessEnv) => Promise<void>

const commands: Record<string, () => Promise<Command>> = {
  'rotate-key': async () => (await import('./admin/rotate-key.ts')).rotateKey,
}

const [name = '', ...rest] = process.argv.slice(2)
try {
  if (!Object.hasOwn(commands, name) || rest.length > 0) {
    throw new Error(`Usage: npm run admin -- ${Object.keys(commands).join(' | ')}`)
  }
  const run = await commands[name]!()
  await run(process.env)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
