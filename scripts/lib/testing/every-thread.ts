/**
 * A script that is run in a bundle: it starts each file that is for threads in one, and prints how many
 * there are. Those that wait for questions get one, which all of them understand.
 */
export const EVERY_THREAD = `
  const { Worker } = require("node:worker_threads")
  const files = require("node:fs").readdirSync("lib").filter((name) => /^(apps|packages)-/.test(name))
  const bounds = { type: 2, lb: 1, ub: 0 }
  const vars = [{ name: "x", coef: 1 }]
  const lp = {
    name: "lp",
    objective: { direction: 1, name: "z", vars },
    subjectTo: [{ name: "least", vars, bnds: bounds }],
  }
  const start = (name) =>
    new Promise((resolve, reject) => {
      const thread = new Worker("./lib/" + name, { execArgv: [] })
      thread.once("error", (error) => reject(new Error(name + ": " + error.message)))
      thread.once("message", () => thread.terminate())
      thread.once("exit", resolve)
      thread.postMessage({ kind: "host", config: {}, options: {}, lp, timeLimitSeconds: 5 })
    })
  files
    .reduce((before, name) => before.then(() => start(name)), Promise.resolve())
    .then(() => console.log(files.length))
`
