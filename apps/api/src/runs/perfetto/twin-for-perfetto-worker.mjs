// Plain JavaScript, so that the thread starts the same way however the process was started; it
// registers the loader for the TypeScript itself.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { twinForPerfetto } = await import('./twin-for-perfetto.ts')

try {
  parentPort.postMessage({ answer: twinForPerfetto(workerData) })
} catch (error) {
  if (error.name !== 'TwinError') throw error
  const { code, message, details } = error
  parentPort.postMessage({ error: { code, message, details } })
}
