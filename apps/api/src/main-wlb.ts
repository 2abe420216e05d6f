import { startWlbServer } from './pools/wlb/wlb-server.ts'
import { runProcess } from './process.ts'

await runProcess('wlb', async (deps) => {
  const server = await startWlbServer(deps, deps.config.wlb!)
  return {
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
})
