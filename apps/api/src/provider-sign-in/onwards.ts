import type { FastifyReply } from 'fastify'

/**
 * Leads on to a page by a document of our own. A redirect would do so in the name of the provider's
 * site, and browsers then keep back the session's cookie (`SameSite=Strict`).
 * @param path as `safeReturnPath` gives it
 */
export function onwards(reply: FastifyReply, path: string) {
  const to = path.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${to}">
<title>Signed in</title>
<p>You are signed in. <a href="${to}">Continue</a></p>
</html>
`)
}
