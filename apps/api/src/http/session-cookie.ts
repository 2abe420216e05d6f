export const SESSION_COOKIE = 'steelyard_session'

/** The dashboard's pages never need it; scripts cannot read it anyway. */
export const SESSION_COOKIE_PATH = '/api'
