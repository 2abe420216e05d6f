/** The recommendations that wait for a person: to be approved, or to be rolled back. */
export const waitingForPerson = { state: { in: ['open', 'worse'] }, closedAt: null }
