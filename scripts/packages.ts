// `npm run packages -- DIRECTORY ADDRESS`: the command line, and the types of the API that the
// Steelyard at this address serves, as packages of npm for other machines.
import path from 'node:path'
import { packApiTypes } from './lib/packages/pack-api-types.ts'
import { packCommandLine } from './lib/packages/pack-command-line.ts'

try {
  const [directory, address] = process.argv.slice(2)
  if (!directory || !address) throw new Error('Usage: npm run packages -- DIRECTORY ADDRESS')
  const answer = await fetch(new URL('/api/v1/openapi.json', address))
  if (!answer.ok) throw new Error(`${address} has no OpenAPI document: ${answer.status}`)
  const target = path.resolve(directory)
  console.log(await packCommandLine(target))
  console.log(await packApiTypes(target, await answer.text()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
