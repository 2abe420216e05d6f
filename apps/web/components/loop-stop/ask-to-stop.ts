import { createSwitch } from '../../lib/switch.ts'

/** Whether the page asks whether to stop everything. The sidebar and the palette both begin that. */
export const { turn: askToStop, useIsOn: useIsAskingToStop } = createSwitch()
