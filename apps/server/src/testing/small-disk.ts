import { execFileSync } from 'node:child_process'
import { chown, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of a test's own that can be full. */
export interface SmallDisk {
  folder: string
  /** Takes all the room that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  makeRoom(): Promise<void>
  dispose(): Promise<void>
}

/** Only root mounts file systems; others run the test by `unshare -Urm`. */
export const canMakeDisks = process.platform === 'linux' && process.getuid?.() === 0

/**
 * Makes a file system in memory.
 * @param account whose it is, unless root's
 */
export async function makeSmallDisk(
  megabytes: number,
  account: { uid?: number; gid?: number } = {},
): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'steward', folder])
  // Also where the test itself is stopped.
  const unmount = () => execFileSync('umount', ['-l', folder])
  process.once('exit', unmount)
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
  const filling = join(folder, 'filling')
  return {
    folder,
    fill: async () => {
      const file = await open(filling, 'a')
      try {
        for (const size of [1_048_576, 4_096]) {
          const bytes = Buffer.alloc(size, 1)
          while (await file.write(bytes).then(() => true, isFull));
        }
      } finally {
        await file.close()
      }
    },
    makeRoom: () => rm(filling, { force: true }),
    dispose: async () => {
      process.off('exit', unmount)
      unmount()
      await rmdir(folder)
    },
  }
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOSPC') throw error
  return false
}
