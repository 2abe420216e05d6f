// Plain JavaScript, so that the thread starts alike whatever started the process; it brings the
// loader for the engine's TypeScript along itself. Each message is one run.
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { simulate } = await import('./simulate.ts')

parentPort.on('message', ({ config, options }) => {
  try {
    const onProgress = (fraction) => parentPort.postMessage({ kind: 'progress', fraction })
    const result = simulate(config, { ...options, onProgress })
    parentPort.postMessage({ kind: 'result', result })
  } catch (error) {
    const { name, code, message, details } = error
    parentPort.postMessage({ kind: 'error', error: { name, code, message, details } })
  }
})
