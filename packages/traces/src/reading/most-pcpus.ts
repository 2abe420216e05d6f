/** More than Xen can have: who is said to have used more CPU time was not measured. */
export const MOST_PCPUS = 8192
