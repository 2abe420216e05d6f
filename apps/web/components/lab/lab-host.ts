/** What stands for the host of the paper’s experiment where the id of an analysis stands for its host. */
export const PAPER_HOST = 'paper1'

/** `PAPER_HOST`, or the id of an analysis. */
export type LabHost = string
