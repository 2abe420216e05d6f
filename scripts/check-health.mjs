// The health check of a container: every address given must answer without an error.
const TIMEOUT_MS = 4000

for (const address of process.argv.slice(2)) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { status } = await fetch(address, { signal, redirect: 'manual' })
  if (status >= 400) throw new Error(`${address} answered ${status}`)
}
