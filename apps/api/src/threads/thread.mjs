// Plain JavaScript, so that the thread starts the same way however the process was started; it
// registers the loader for the TypeScript itself.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { module, name, question, knownError } = workerData
const { [name]: work } = await import(module)

try {
  parentPort.postMessage({ answer: await work(question) })
} catch (error) {
  if (error.name !== knownError) throw error
  // Its class would be lost on the way, but not what it says.
  parentPort.postMessage({ error: { ...error, message: error.message } })
}
