import type { Host, PolicySettings } from '@steelyard/contract'
import { payersOf, payerWords } from './payers-of.ts'

/** Who pays when a target is missed, how far and at what price. */
export function PayersList({
  host,
  bounds,
}: {
  host: Pick<Host, 'domains'>
  bounds: Pick<PolicySettings, 'payers'>
}) {
  const payers = payersOf(host, bounds)
  return (
    <section aria-labelledby="payers" className="space-y-2 border-t border-line pt-5">
      <h3 id="payers" className="font-semibold">
        Who pays when a target is missed
      </h3>
      {payers.length === 0 ? (
        <p className="max-w-prose text-sm text-ink-soft">
          Nobody may be given less, so a missed target takes less load, a faster host or a move.
        </p>
      ) : (
        <ul className="max-w-prose list-disc space-y-1 pl-5 text-sm text-ink-soft">
          {payers.map((payer) => (
            <li key={payer.domain}>{payerWords(payer)}</li>
          ))}
        </ul>
      )}
      <p className="max-w-prose text-sm text-ink-faint">
        The first change of a kind waits for a person, which costs minutes of missed targets. A
        grant can cover such changes before they are needed.
      </p>
    </section>
  )
}
