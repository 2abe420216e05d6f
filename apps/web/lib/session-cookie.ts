/** The name of a session's cookie, whose prefix says whether cookies are secure here. */
const NAME = /^(?:__Host-)?steelyard_sid$/

/** Whether a request comes with a session; whether that one still holds, only the API knows. */
export function bringsSession(cookies: readonly { name: string }[]): boolean {
  return cookies.some(({ name }) => NAME.test(name))
}
