// Plain JavaScript, so that the thread starts the same way however the process was started; it
// registers the loader for the TypeScript itself.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { readTracedPart } = await import('./read-traced-part.ts')

try {
  parentPort.postMessage({ answer: await readTracedPart(workerData) })
} catch (error) {
  if (error.name !== 'TraceError') throw error
  const { code, message, where, expected, fix } = error
  parentPort.postMessage({ error: { code, message, where, expected, fix } })
}
