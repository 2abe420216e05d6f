/**
 * The hosts and guests of the benchmark, in a process of their own so that their cost is told apart:
 * one SSH server that answers as every host, and one as every guest. Prints one line of JSON.
 *
 *   tsx bench/watch/doubles.ts --guests 7 --rate 5 --authorise 'ssh-ed25519 AAAA...'
 */
import { parseArgs } from 'node:util'
import { exponential } from '@steelyard/model'
import { sampleHost, XenHostDouble } from '@steelyard/xen/testing'

const { values } = parseArgs({
  options: {
    guests: { type: 'string', default: '7' },
    rate: { type: 'string', default: '5' },
    authorise: { type: 'string' },
  },
})
const sample = sampleHost('credit', 4)
const [domain0, model] = sample.domains
const guests = Array.from({ length: Number(values.guests) }, (_, index) => ({
  ...model!,
  id: index + 1,
  name: `vm${index + 1}`,
}))
const host = await XenHostDouble.start({ host: { ...sample, domains: [domain0!, ...guests] } })
const guest = await XenHostDouble.start({
  username: 'www',
  durationUs,
  requestsPerSecond: Number(values.rate),
})
for (const double of [host, guest]) double.authorise(values.authorise!)
const placeOf = ({ port, hostKeyFingerprint }: XenHostDouble) => ({ port, hostKeyFingerprint })
console.log(JSON.stringify({ host: placeOf(host), guest: placeOf(guest) }))

/** Exponentially distributed with a mean of 20 ms, because equal times would make stored windows small. */
function durationUs(): number {
  return Math.round(20_000 * exponential(Math.random))
}
