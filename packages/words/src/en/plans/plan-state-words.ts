export const NOT_CONNECTED =
  'Steelyard is not connected to this host. Run the commands yourself as root on Domain-0, or connect the host and plan again.'

export const MADE_ONLY = 'A plan was made, and has not been applied.'

export const HOST_NOT_CONNECTED = 'The host is not connected.'

export const SCHEDULER_UNKNOWN =
  'The commands are for the credit scheduler. If xl info says that xen_scheduler is credit2, write sched-credit2 instead, or nothing will happen. The script checks this first.'

export const PLAN_EXPIRED = 'This plan is too old: the host may have changed. Make a new one.'

export const APPROVAL_NEEDED =
  'This plan waits for approval by someone other than its maker and whoever applies it.'

/** What a second person decided about a plan. */
interface Decided {
  byName: string
  state: string
  note: string
}

export function rejectedWords(decided: Decided): string {
  return `${decidedWords(decided)} Make a new one.`
}

/** @param isNear whether whoever approved it let its maker in */
export function approvedWords(decided: Decided, isNear: boolean): string {
  const said = decidedWords(decided)
  return isNear
    ? `${said} ${decided.byName} let its maker in here, so one person may stand behind both.`
    : said
}

function decidedWords({ byName, state, note }: Decided): string {
  return `${byName} ${state} this plan.${note ? ` “${note}”` : ''}`
}

export function approverNotIndependentWords(byName: string): string {
  return `${byName} approved this plan, which does not count. Whoever made the plan let ${byName} in here: one person may stand behind both.`
}

export function domainMissingWords(domain: string): string {
  return `No guest named ${domain} is on the host.`
}

/** Why no command is shown for a domain, as the end of a sentence. */
export const NAME_IS_AMBIGUOUS = 'a shell or xl could read its name as something else.'

export const NEVER_CHANGED = 'its weight and cap are never changed.'

export function noCommandWords(domain: string, why: string): string {
  return `No command is shown for ${domain}: ${why}`
}
