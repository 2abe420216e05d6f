/** Set when the user dismissed the first steps. */
export const DISMISSED_COOKIE = 'steelyard_first_steps_dismissed'
