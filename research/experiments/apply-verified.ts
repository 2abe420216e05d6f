import type * as contract from '@steelyard/contract'
import type { Laboratory } from './laboratory.ts'

/**
 * Applies a plan with the password, as an operator does.
 *
 * @throws Error when the plan cannot be applied, or was not verified
 */
export async function applyVerified(
  { product }: Laboratory,
  plan: contract.Plan,
): Promise<contract.Application> {
  if (!plan.canApply) {
    const reasons = plan.reasons.map(({ text }) => text)
    throw new Error([plan.trouble?.message, ...reasons].join(' '))
  }
  const application = await product.ended(await product.apply(plan))
  if (application.state !== 'verified') throw new Error(`Not applied: ${application.statement}`)
  return application
}
