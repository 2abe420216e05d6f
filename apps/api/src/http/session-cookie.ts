export const SESSION_COOKIE = 'steelyard_sid'

/** The server renders pages with the user's data, so they need the cookie too; scripts never see it. */
export const SESSION_COOKIE_PATH = '/'
