/**
 * With these errors the account or its rules on the host are wrong, so the page shows what to
 * install.
 */
export const accessTroubles: readonly string[] = ['auth-failed', 'permission-denied']
