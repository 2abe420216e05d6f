// Plain JavaScript, so that the thread starts the same way however the process was started; it
// registers the loader for the engine's TypeScript itself, which Node needs until 22.18. `Questions`
// in ask-thread.ts lists what it accepts.
import { parentPort } from 'node:worker_threads'

if (!process.features.typescript) (await import('tsx/esm/api')).register()
const { playedTimes } = await import('../results/played-times.ts')
const { simulate } = await import('../engine/simulate.ts')
const { underWeights } = await import('./under-weights.ts')

const onProgress = (fraction) => parentPort.postMessage({ kind: 'progress', fraction })

/** The host most recently set by the question `host`. */
let host

const answers = {
  play: ({ config, options }) => simulate(config, { ...options, onProgress }),
  host: ({ config, options }) => {
    host = { config, options }
    return null
  },
  weights: ({ weights, seed }) =>
    playedTimes(simulate(underWeights(host.config, weights), { ...host.options, seed })),
}

parentPort.on('message', ({ kind, ...question }) => {
  try {
    parentPort.postMessage({ kind: 'answer', answer: answers[kind](question) })
  } catch (error) {
    const { name, code, message, details } = error
    parentPort.postMessage({ kind: 'error', error: { name, code, message, details } })
  }
})
