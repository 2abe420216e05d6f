/**
 * Goes through the pages of one site as a browser does, with cookies and redirects, until it meets a
 * page or is sent to another site.
 * @returns where it stands, and the page if there is one
 */
export function visitor(site: string) {
  const cookies = new Map<string, string>()
  return async (address: string, form?: Record<string, string>) => {
    let body = form && new URLSearchParams(form)
    let at = address
    for (let hops = 0; hops < 20 && at.startsWith(site); hops++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const method = body ? 'POST' : 'GET'
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie }, method, body })
      body = undefined
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        cookies.set(name!, value!)
      }
      const location = answer.headers.get('location')
      if (!location) return { at, page: await answer.text() }
      at = new URL(location, at).href
    }
    return { at, page: null }
  }
}
