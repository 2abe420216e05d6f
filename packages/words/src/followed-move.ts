/** Whether the targets of a guest and its log were taken along to the host where it runs now. */
export type FollowedMove = 'carried' | 'host-not-connected' | 'judged-otherwise' | 'name-taken'
