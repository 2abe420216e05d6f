/**
 * Records the campaign again, in full or in part, on an emulated Xen host; README.md says how long
 * that takes.
 *
 *   npm run research -- recordings [--list] [--only NAME]... [--seconds N] [--out DIRECTORY]
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CAMPAIGN } from './campaign.ts'
import type { PlannedRecording } from './campaign-types.ts'
import { listCampaign } from './list-campaign.ts'
import { recordCampaign } from './record-campaign.ts'

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    // Sets the length of every phase, for a short trial of the whole campaign.
    seconds: { type: 'string' },
    out: { type: 'string', default: path.join(import.meta.dirname, 'out') },
  },
})
const unknown = values.only.filter((name) => !CAMPAIGN.some((plan) => plan.name === name))
const wanted = CAMPAIGN.filter(
  ({ name }) => values.only.length === 0 || values.only.includes(name),
).map(shortened)

if (unknown.length > 0) {
  console.error(`Not in the campaign: ${unknown.join(', ')}. --list shows what is.`)
  process.exitCode = 1
} else if (values.list) {
  console.log(listCampaign(wanted))
} else {
  const log = (what: string) => console.error(`${new Date().toISOString()} ${what}`)
  const failed = await recordCampaign(wanted, values.out, log)
  if (failed.length > 0) process.exitCode = 1
}

function shortened(plan: PlannedRecording): PlannedRecording {
  if (values.seconds === undefined) return plan
  const durationSeconds = Number(values.seconds)
  return { ...plan, phases: plan.phases.map((phase) => ({ ...phase, durationSeconds })) }
}
