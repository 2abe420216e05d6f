/** The account or its rules are not right on the host: what to install has to be shown. */
export const accessTroubles: readonly string[] = ['auth-failed', 'permission-denied']
