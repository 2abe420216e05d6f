import { createSwitch } from '../../lib/switch.ts'

/** Whether the help for the page is open. A key, the palette and the menu all open it. */
export const { turn: showHelp, useIsOn: useShowsHelp } = createSwitch()
