import { nextStep } from './decide/next-step.ts'
import type { Situation } from './decide/situation.ts'
import type { Step } from './decide/step.ts'

/** The part of a step that its port is given. */
type Taken<D extends Step['do']> = Omit<Extract<Step, { do: D }>, 'do'>

/**
 * What the loop needs of the world around it. Whoever keeps hosts implements it once: the API with
 * PostgreSQL and the agent, the benchmark in memory with a simulated host.
 */
export type LoopPorts = {
  /** Takes note of work that has ended. True where that was all for this step. */
  settle(): Promise<boolean>
  situation(): Promise<Situation>
} & { [D in Step['do']]: (step: Taken<D>) => Promise<void> }

/** Takes the next step on one host. Null where only something that has ended was noted. */
export async function takeStep(ports: LoopPorts): Promise<Step | null> {
  if (await ports.settle()) return null
  const { do: what, ...step } = nextStep(await ports.situation())
  // Each port takes exactly what its step holds.
  await (ports[what] as (step: object) => Promise<void>)(step)
  return { do: what, ...step } as Step
}
