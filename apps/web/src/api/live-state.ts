/** Whether changes are told as they happen, so that nothing has to be asked for again on suspicion. */
let following = false

/** Whether this tab hears of changes by itself, or will catch up with them once it is looked at. */
export const isFollowing = (): boolean => following

/** Takes note of it. */
export function noteFollowing(now: boolean): void {
  following = now
}
