import type { ServerResponse } from 'node:http'

const style =
  ':root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}'
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Answers with a page that needs neither the dashboard nor scripts. The texts are HTML. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
  more: Record<string, string> = {},
): void {
  response.writeHead(status, { ...headers, ...more })
  response.end(
    `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Steelyard</title><style>${style}</style><main><h1>${title}</h1><p>${text}</p></main></html>`,
  )
}
