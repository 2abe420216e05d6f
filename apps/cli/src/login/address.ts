import { UsageFault } from '../faults.ts'

/**
 * The address of a Steelyard, without a slash at its end. A token may cross a network only when it
 * is encrypted, so http is for this machine alone, unless somebody says otherwise.
 * @throws UsageFault
 */
export function checkedAddress(text: string, { insecure }: { insecure: boolean }): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageFault(`${text} is no address. Write it as https://steelyard.example.org.`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageFault('The address must have no user, no password, no ? and no #.')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecure) {
    throw new UsageFault(
      `${url.origin} is not encrypted: anyone on the way could read the token. ` +
        'Use https, or --insecure if you know the network.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname)
}
