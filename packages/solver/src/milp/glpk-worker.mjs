// Plain JavaScript, so that the thread needs no TypeScript loader, however the process was started.
// glpk.js/node is synchronous; in a thread it does not block the event loop. glpk.js is under
// GPL-3.0: only this file and build-milp.ts depend on it, should another engine replace it.
import { parentPort } from 'node:worker_threads'
import createGlpk from 'glpk.js/node'

const glpk = await createGlpk()

parentPort.on('message', ({ lp, timeLimitSeconds }) => {
  // presol must stay on: without it glpk_intopt wants a solved relaxation and answers "undefined".
  const { time, result } = glpk.solve(lp, {
    msglev: glpk.GLP_MSG_OFF,
    tmlim: timeLimitSeconds,
    mipgap: 0,
    presol: true,
  })
  const kind = { [glpk.GLP_OPT]: 'optimal', [glpk.GLP_FEAS]: 'feasible' }[result.status] ?? 'none'
  parentPort.postMessage({ kind, vars: result.vars, seconds: time })
})
