import { startApiChores } from './api-chores.ts'
import { sealOldEvents } from './audit/append-to-chain.ts'
import { buildApp } from './http/build-app.ts'
import { serveLoopMetrics } from './metrics/serve-loop-metrics.ts'
import { modules } from './modules.ts'
import { runProcess } from './process.ts'
import { createSetupLink } from './setup/create-setup-link.ts'
import { sweepMadeFiles } from './uploads/room/sweep-made-files.ts'

await runProcess('api', async (deps) => {
  await sealOldEvents(deps.db)
  await sweepMadeFiles(deps.config)
  serveLoopMetrics(deps)
  const app = await buildApp(deps, modules)
  await app.listen({ host: deps.config.host, port: deps.config.apiPort })
  const setupUrlPath = (await createSetupLink(deps.db, deps.config)) ?? null
  // A process started by hand has no launcher to pass the link to, so it prints the link itself.
  if (setupUrlPath && !process.send) {
    console.log(`Create the administrator: ${deps.config.webOrigin}${setupUrlPath}`)
  }
  const chores = startApiChores(deps)
  return {
    ready: { setupUrlPath },
    async stop() {
      await Promise.all([app.close(), chores.stop()])
    },
  }
})
