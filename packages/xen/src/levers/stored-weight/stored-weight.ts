import { HostError } from '../../host-error.ts'
import { type StoreCommand, type StoredWeight, storeOf } from '../../weight-store.ts'
import { type Lever, plainWords } from '../lever.ts'

/** Weight and cap that XAPI gives to Xen when the guest next starts, resumes or arrives somewhere. */
interface Stored {
  stored: StoredWeight
}

const said = (text: string, unit = '') =>
  /^\d+$/.test(text) ? `${text}${unit}` : JSON.stringify(text)
const capSaid = (cap: string | null) => (cap === null ? 'no cap' : `cap ${said(cap, ' %')}`)

const value = ({ stored: { weight, cap } }: Stored) =>
  `${weight === null ? 'no stored weight' : `stored weight ${said(weight)}`}, ${capSaid(cap)}`
const bare = ({ stored: { weight, cap } }: Stored) =>
  `${weight === null ? 'no weight' : `weight ${said(weight)}`}, ${capSaid(cap)}`

export const storedWeight: Lever<Stored> = {
  about: 'record',
  isRestored: true,
  now: () => null,
  async ask(shell, uuid) {
    const stored = await storeOf(shell).read(uuid)
    return stored && { stored }
  },
  async read(shell, { uuid = '' }) {
    const stored = await storeOf(shell).read(uuid)
    if (stored) return { stored }
    throw new HostError('store-failed', 'XAPI no longer knows the guest.')
  },
  commands: ({ stored: from }, { stored: to }, { uuid = '' }): StoreCommand[] => [
    { verb: 'store-weight', uuid, from, to },
  ],
  // XAPI changes a value by removing it first, so none can be left by us as well.
  couldBeOurs: ({ stored: found }, { before, after }) =>
    (['weight', 'cap'] as const).every((key) =>
      [before.stored[key], after.stored[key], null].includes(found[key]),
    ),
  left: null,
  words: {
    ...plainWords(value),
    bare,
    setting: (name, to) => `Store in XAPI for ${name}: ${bare(to)}.`,
    restoring: (name, to) => `Store in XAPI for ${name} again: ${bare(to)}.`,
  },
}
