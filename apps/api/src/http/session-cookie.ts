export const SESSION_COOKIE = 'steelyard_session'

/** The dashboard's pages never need the cookie, and scripts cannot read it. */
export const SESSION_COOKIE_PATH = '/api'
