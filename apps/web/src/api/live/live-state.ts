/** Whether the server reports changes as they happen, so that data need not be polled. */
let following = false

/** Whether this tab is informed of changes, or will catch up once it becomes visible. */
export const isFollowing = (): boolean => following

/** Notes whether this tab follows changes. */
export function noteFollowing(now: boolean): void {
  following = now
}
