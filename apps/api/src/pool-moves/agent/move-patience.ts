/** How long both hosts are asked over SSH where a guest is, and how often. */
export const MOVE_PATIENCE = { findSeconds: 300, pollSeconds: 5 }
