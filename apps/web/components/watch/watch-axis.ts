/** The width in pixels of the vertical axis of charts of a watch; what stands above them keeps it free too. */
export const AXIS_WIDTH = 46
