/** The width in pixels that every chart leaves free beside the end of the horizontal axis. */
export const RIGHT_MARGIN = 16
