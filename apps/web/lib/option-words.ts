import type { OptionName } from '@steelyard/contract'

/** What an option is called, and what it is in a few words. */
export const optionWords: Record<OptionName, { title: string; meaning: string }> = {
  'in-force': { title: 'Leave alone', meaning: 'the weights as recorded' },
  recommended: { title: 'Recommended', meaning: 'least worst time against its target' },
  'smallest-change': {
    title: 'Smallest change',
    meaning: 'fewest guests and least moves with which all targets are met',
  },
  sandpiper: { title: 'SandPiper', meaning: 'what its factors would set' },
  'total-delay': { title: 'Paper, eq (7)', meaning: 'least sum of times by the published formula' },
  equal: { title: 'Equal weights', meaning: 'the same for every guest' },
}
