import { ClientLoop } from '../../../e2e/load-balancer/lib/client-loop.ts'
import type { Experiment } from '../experiment.ts'
import { type Laboratory, openLaboratory } from '../laboratory.ts'
import { giveSecondVCpu, installBalancer } from './balancer.ts'
import { BALANCER, WEB_SERVERS } from './domains.ts'
import { DEMANDS } from './ground.ts'
import { GuestCompanion } from './guest-companion.ts'
import { playParts } from './play-parts.ts'
import { showPaper2 } from './show-paper2.ts'
import { prepareWebServers } from './web-servers.ts'

/** Most keep their connections; the others notice when a reload loses a new one. */
const CLIENTS = { keepAlive: 6, fresh: 2 }

/**
 * In virtual time all pCPUs share one clock of instructions, so a second one would add nothing.
 * Credit2 is what Xen has had by default since 4.12.
 */
const PLAN = {
  clock: 'wall',
  scheduler: { name: 'credit2', tsliceMs: null, ratelimitUs: 1000 },
  pCpus: 2,
  guests: [BALANCER, ...WEB_SERVERS].map(({ name }) => ({ name, rounds: 1 })),
  client: 'domain-0',
} as const

/** Domain-0's work for a reading would otherwise fill a pCPU that the advice is to find idle. */
const ENV = { STEELYARD_SAMPLE_SECONDS: '10' }

/** Figures 1 to 3 on a real host, whose load balancer follows the advice. */
export const paper2: Experiment = async (options) => {
  options.log('Booting a Xen host with two pCPUs, and the product')
  const laboratory = await openLaboratory(PLAN, { logs: false, env: ENV })
  try {
    const companion = await prepare(laboratory)
    return showPaper2(
      await withClients(laboratory, (clients) =>
        playParts(options, { ...laboratory, clients, companion }),
      ),
    )
  } finally {
    await laboratory.stop()
  }
}

async function prepare(laboratory: Laboratory): Promise<GuestCompanion> {
  const { host, product, hostId } = laboratory
  await giveSecondVCpu(host)
  await product.discover(hostId)
  await prepareWebServers(host)
  await installBalancer(host)
  return GuestCompanion.install(laboratory)
}

/** Lets the clients ask for something from now until all is played. */
async function withClients<Result>(
  { host }: Laboratory,
  during: (clients: ClientLoop) => Promise<Result>,
): Promise<Result> {
  const port = host.handle.ports.guestHttp[BALANCER.number - 1]!
  const clients = new ClientLoop(port, DEMANDS.costly, CLIENTS)
  try {
    return await during(clients)
  } finally {
    await clients.stop()
  }
}
